import { useLocation, useSearchParams } from "react-router";
import { m } from "@/i18n";

/** Handed to the next page beside the address bar: an email address is nobody else's business. */
export interface AddresseeState {
  email: string;
}

/** Whom the page is about: handed over by the page before, or named by the link in a mail. */
export function useAddressee(): string | undefined {
  const state: unknown = useLocation().state;
  const [query] = useSearchParams();
  if (typeof state === "object" && state !== null && "email" in state && typeof state.email === "string")
    return state.email;
  return query.get("email") ?? undefined;
}

/** For a sentence: the address, or a word for it. */
export function addressWord(email: string | undefined): string {
  return email ?? m.account_your_address();
}
