import { useEffect, useEffectEvent } from "react";
import type { useListState } from "@/shared/table/useListState";
import { cardCodeIn } from "./scannedText";
import { useScanner } from "./scanner";
import { useLookUp } from "./useLookUp";

/**
 * Handles scanner input on card lists. A scanner may type into the search field: its code is removed there and looked up,
 * because a code must not get into the address.
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
  // A code in the address can only come from a link.
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
