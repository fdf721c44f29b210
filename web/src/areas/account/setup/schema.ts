import * as z from "zod/mini";
import { m } from "@/i18n";
import { MIN_STAFF_LENGTH } from "@/shared/form/passwords";
import {
  MAX_NAME_LENGTH,
  newPassword,
  requiredEmail,
  requiredPassword,
  requiredText,
} from "@/shared/form/rules";

export function administratorSchema() {
  return z
    .object({
      firstName: requiredText(m.field_first_name(), MAX_NAME_LENGTH),
      lastName: requiredText(m.field_last_name(), MAX_NAME_LENGTH),
      email: requiredEmail(m.field_email()),
      password: newPassword(m.account_password(), MIN_STAFF_LENGTH),
      confirmPassword: requiredPassword(m.account_confirm_password()),
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        path: ["confirmPassword"],
        message: m.account_passwords_differ(),
      }),
    );
}

export type Administrator = z.infer<ReturnType<typeof administratorSchema>>;
