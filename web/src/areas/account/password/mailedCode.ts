import { useSearchParams } from "react-router";
import type { components } from "@/api/schema";

type Purpose = components["schemas"]["Purpose"];

/** Parameters of an emailed link. The code proves that the reader may choose a password for the address. */
export interface MailedCode {
  code: string;
  email: string;
  purpose: Purpose | undefined;
}

const purposes: readonly Purpose[] = ["Register", "Invite", "Reset", "Approval"];

/** Reads the parameters of the emailed link. Returns `undefined` if the link was cut off. */
export function useMailedCode(): MailedCode | undefined {
  const [query] = useSearchParams();
  const [code, email] = [query.get("code"), query.get("email")];
  if (!code || !email) return undefined;
  return { code, email, purpose: purposes.find((purpose) => purpose === query.get("purpose")) };
}
