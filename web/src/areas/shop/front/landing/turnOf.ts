const DAY_MS = 86_400_000;

/** Returns the items to show on a day. A few rotate each day, so that all of them appear in turn. */
export function turnOf<Item>(items: readonly Item[], count: number, day: string): Item[] {
  const dayNumber = Date.parse(day) / DAY_MS;
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, place) => items[(dayNumber * count + place) % items.length] as Item,
  );
}
