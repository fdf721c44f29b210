import * as z from "zod/mini";
import { m } from "@/i18n";
import { captchaToken, requiredEmail } from "@/shared/form/rules";

export function addressedSchema() {
  return z.object({ email: requiredEmail(m.field_email()), reCaptchaToken: captchaToken() });
}

/** Values of a form that requests an email. */
export type Addressed = z.infer<ReturnType<typeof addressedSchema>>;
