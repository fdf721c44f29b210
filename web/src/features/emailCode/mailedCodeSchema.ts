import * as z from "zod/mini";
import { m } from "@/i18n";
import { requiredText } from "@/shared/form/rules";

/** Six digits, with any spaces that were copied from the email. */
const MAX_CODE_LENGTH = 40;

export function mailedCodeSchema() {
  return z.object({ code: requiredText(m.cart_email_code(), MAX_CODE_LENGTH) });
}
