import * as z from "zod/mini";
import { m } from "@/i18n";
import { requiredPassword, requiredText } from "@/shared/form/rules";

/** Maximum length of a passkey's name: a line of its list. */
const MAX_PASSKEY_NAME_LENGTH = 60;
/** Maximum length of a code from an app or on paper, with spaces. */
const MAX_CODE_LENGTH = 40;

export function passwordProofSchema() {
  return z.object({ password: requiredPassword(m.account_password()) });
}

export function codeSchema(label: string) {
  return z.object({ code: requiredText(label, MAX_CODE_LENGTH) });
}

export function passkeyNameSchema() {
  return z.object({ name: requiredText(m.security_passkey_name(), MAX_PASSKEY_NAME_LENGTH) });
}
