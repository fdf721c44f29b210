import * as z from "zod/mini";
import { m } from "@/i18n";
import { requiredPassword, requiredText } from "@/shared/form/rules";

/** Maximum length of a passkey's name: a line of its list. */
const LONGEST_PASSKEY_NAME = 60;
/** Maximum length of a code from an app or on paper, with spaces. */
const LONGEST_CODE = 40;

export function passwordProofSchema() {
  return z.object({ password: requiredPassword(m.account_password()) });
}

export function codeSchema(label: string) {
  return z.object({ code: requiredText(label, LONGEST_CODE) });
}

export function passkeyNameSchema() {
  return z.object({ name: requiredText(m.security_passkey_name(), LONGEST_PASSKEY_NAME) });
}
