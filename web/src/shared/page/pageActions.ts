// Actions of the open page, beside its own buttons, which the command palette lists.
import { useEffect, useLayoutEffect, useRef } from "react";
import type { To } from "react-router";
import type { IconName } from "@/ui/iconNames";

export interface PageAction {
  label: string;
  icon: IconName;
  /** Additional text, such as the name of the record. */
  note?: string | undefined;
  /** Link target, or the action to run. */
  to?: To;
  run?: () => void;
}

const registered = new Set<{ current: readonly PageAction[] }>();

/** Registers the actions of a page while it is mounted. */
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

/** Returns the actions of the open page and its layouts. */
export function currentPageActions(): PageAction[] {
  return [...registered].flatMap(({ current }) => current);
}
