// Two letters for a shop that has no logo.

/** Words that carry no meaning in a name, in both languages. */
const SMALL_WORDS = new Set([
  "the",
  "of",
  "and",
  "at",
  "a",
  "le",
  "la",
  "les",
  "de",
  "du",
  "des",
  "et",
  "au",
  "aux",
  "chez",
]);

/** "Maple Leaf Books" is ML, "Chez Léo" is L, "The Bay" is B. */
export function monogram(name: string): string {
  const words = name.split(/[\s'’&.,/-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const telling = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()) && word.length > 1);
  const chosen = telling.length > 0 ? telling : words;
  return chosen
    .slice(0, 2)
    .map((word) => /^./u.exec(word)?.[0])
    .join("")
    .toUpperCase();
}
