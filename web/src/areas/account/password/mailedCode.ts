import { useSearchParams } from "react-router";
import type { components } from "@/api/schema";

type Purpose = components["schemas"]["Purpose"];

/** What a link in a mail brings along: the proof that its reader may choose a password for this address. */
export interface MailedCode {
  code: string;
  email: string;
  purpose: Purpose | undefined;
}

const purposes: readonly Purpose[] = ["Register", "Invite", "Reset", "Approval"];

/** Undefined for a link that was cut off on its way. */
export function useMailedCode(): MailedCode | undefined {
  const [query] = useSearchParams();
  const [code, email] = [query.get("code"), query.get("email")];
  if (!code || !email) return undefined;
  return { code, email, purpose: purposes.find((purpose) => purpose === query.get("purpose")) };
}
