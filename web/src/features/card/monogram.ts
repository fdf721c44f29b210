// Monogram of a shop without a logo.

/** Words without meaning in a name, in English and French. */
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

/** Returns up to two letters: "Maple Leaf Books" becomes ML, "Chez Léo" L, "The Bay" B. */
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
