import { useEffect, useEffectEvent } from "react";
import type { useListState } from "@/shared/table/useListState";
import { cardCodeIn } from "./scannedText";
import { useScanner } from "./scanner";
import { useLookUp } from "./useLookUp";

/**
 * For lists where cards are scanned. A scanner types wherever the focus is, also into the search: what it read is taken from
 * there and looked up, because a code must not come into the address.
 */
export function useCardSearch(
  { searchText, search }: Pick<ReturnType<typeof useListState>, "searchText" | "search">,
  isHeard = true,
) {
  const { lookUp } = useLookUp();
  useScanner((code) => isHeard && lookUp(code));
  const take = (text: string): boolean => {
    const code = cardCodeIn(text);
    if (code !== undefined) lookUp(code);
    return code !== undefined;
  };
  // One that stands in the address all the same came with a link.
  const isCode = cardCodeIn(searchText) !== undefined;
  const openLinked = useEffectEvent(() => {
    search("");
    take(searchText);
  });
  useEffect(() => {
    if (isCode) openLinked();
  }, [isCode]);
  return { take, isCode };
}
