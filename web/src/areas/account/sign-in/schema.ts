import * as z from "zod/mini";
import { m } from "@/i18n";
import { requiredEmail, requiredPassword } from "@/shared/form/rules";

export function signInSchema() {
  return z.object({
    email: requiredEmail(m.field_email()),
    password: requiredPassword(m.account_password()),
  });
}
