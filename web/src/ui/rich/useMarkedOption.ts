import { useEffect, useId, useState } from "react";

/**
 * Tracks the marked option of a list while the focus stays in the text field, and scrolls it into
 * view.
 */
export function useMarkedOption(count: number) {
  const listId = useId();
  const [place, setPlace] = useState(0);
  const marked = Math.min(place, count - 1);
  const optionId = (index: number) => `${listId}-${index}`;
  const markedId = marked >= 0 ? optionId(marked) : undefined;
  useEffect(() => {
    if (markedId !== undefined) document.getElementById(markedId)?.scrollIntoView({ block: "nearest" });
  }, [markedId]);
  return {
    listId,
    optionId,
    marked,
    markedId,
    mark: (index: number) => setPlace(Math.max(0, Math.min(index, count - 1))),
    markFirst: () => setPlace(0),
  };
}
