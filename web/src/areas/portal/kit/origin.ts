// Page from which a card or an order was opened, with its search. It is stored in the history
// entry's state, so it survives a reload but not further navigation.
import { useLocation } from "react-router";

interface HelpdeskOrigin {
  /** Path of the page, with its search. */
  to: string;
  /** Navigation state of that page, so that its own back link still works. */
  state: unknown;
}

/** Returns navigation state that lets the next page link back to this one. */
export function useOriginHere(): () => { helpdesk: HelpdeskOrigin } {
  const { pathname, search, state } = useLocation();
  return () => ({ helpdesk: { to: pathname + search, state: state as unknown } });
}

/** Returns the support page from which this one was opened, if any. */
export function useOrigin(): HelpdeskOrigin | undefined {
  return (useLocation().state as { helpdesk?: HelpdeskOrigin } | null)?.helpdesk;
}
