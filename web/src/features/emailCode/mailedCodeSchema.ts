import * as z from "zod/mini";
import { m } from "@/i18n";
import { requiredText } from "@/shared/form/rules";

/** Six digits, with all the spaces that a mail puts between them. */
const LONGEST_CODE = 40;

export function mailedCodeSchema() {
  return z.object({ code: requiredText(m.cart_email_code(), LONGEST_CODE) });
}
