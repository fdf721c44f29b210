// Folds the gifts of a list into one line: a list may have a thousand.

/** Puts things with the same list id into one group, at the place of the first one. Others are alone. */
export function foldLists<Thing>(
  things: readonly Thing[],
  listOf: (thing: Thing) => string | null | undefined,
): Thing[][] {
  const groups = new Map<unknown, Thing[]>();
  for (const thing of things) {
    const key = listOf(thing) ?? thing;
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return [...groups.values()];
}
