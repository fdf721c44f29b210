import * as z from "zod/mini";
import { m } from "@/i18n";
import { captchaToken, requiredEmail, requiredPassword } from "@/shared/form/rules";

export function confirmationResendSchema() {
  return z.object({ email: requiredEmail(m.field_email()), reCaptchaToken: captchaToken() });
}

export type Resending = z.infer<ReturnType<typeof confirmationResendSchema>>;

export function confirmSchema() {
  return z.object({ password: requiredPassword(m.account_password()) });
}
