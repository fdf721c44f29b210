// From which page of the helpdesk a card or an order was opened, and what was searched there. It is kept with the entry in the
// browser's history: it outlives a reload, and is forgotten by whoever goes on to somewhere else.
import { useLocation } from "react-router";

export interface HelpdeskOrigin {
  /** The page, with its search. */
  to: string;
  /** What that page was opened with itself, so that a way back leads on to the one before. */
  state: unknown;
}

/** What a link from here hands on, so that the page behind it knows the way back. */
export function useOriginHere(): () => { helpdesk: HelpdeskOrigin } {
  const { pathname, search, state } = useLocation();
  return () => ({ helpdesk: { to: pathname + search, state: state as unknown } });
}

/** Where this page was opened from, if that was in the helpdesk. */
export function useOrigin(): HelpdeskOrigin | undefined {
  return (useLocation().state as { helpdesk?: HelpdeskOrigin } | null)?.helpdesk;
}
