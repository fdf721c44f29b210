import * as z from "zod/mini";
import { m } from "@/i18n";
import { captchaToken, requiredEmail, requiredText } from "@/shared/form/rules";

/** Six digits, with all the spaces that a mail puts between them. */
const LONGEST_CODE = 40;

export function addressSchema() {
  return z.object({ email: requiredEmail(m.field_email()), reCaptchaToken: captchaToken() });
}

export function mailedCodeSchema() {
  return z.object({ code: requiredText(m.cart_email_code(), LONGEST_CODE) });
}
