const DAY_MS = 86_400_000;

/** Those whose turn it is on a day: everybody comes round, a few each day. */
export function turnOf<Item>(items: readonly Item[], count: number, day: string): Item[] {
  const dayNumber = Date.parse(day) / DAY_MS;
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, place) => items[(dayNumber * count + place) % items.length] as Item,
  );
}
