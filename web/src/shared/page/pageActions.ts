// What can be done on the page that is open, beside its own buttons: the command palette lists it.
import { useEffect, useLayoutEffect, useRef } from "react";
import type { To } from "react-router";
import type { IconName } from "@/ui/iconNames";

export interface PageAction {
  label: string;
  icon: IconName;
  /** A word more, such as whose page it is. */
  note?: string | undefined;
  /** Where it leads, or what it does. */
  to?: To;
  run?: () => void;
}

const registered = new Set<{ current: readonly PageAction[] }>();

/** Registers what a page can do, as long as it is open. */
export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    registered.add(latest);
    return () => void registered.delete(latest);
  }, []);
}

/** What the open page, and what it stands in, can do now. */
export function currentPageActions(): PageAction[] {
  return [...registered].flatMap(({ current }) => current);
}
