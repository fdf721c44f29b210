import { useLocation, useSearchParams } from "react-router";
import { m } from "@/i18n";

/** Passed to the next page in router state: an email address must not appear in the address bar. */
export interface AddresseeState {
  email: string;
}

/** Returns the email address that the page is about, from router state or from the link in an email. */
export function useAddressee(): string | undefined {
  const state: unknown = useLocation().state;
  const [query] = useSearchParams();
  if (typeof state === "object" && state !== null && "email" in state && typeof state.email === "string")
    return state.email;
  return query.get("email") ?? undefined;
}

/** Returns the address, or the words “your address” if it is unknown. */
export function addressWord(email: string | undefined): string {
  return email ?? m.account_your_address();
}
