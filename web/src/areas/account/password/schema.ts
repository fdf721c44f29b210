import * as z from "zod/mini";
import { m } from "@/i18n";
import { newPassword, requiredPassword } from "@/shared/form/rules";

export function newPasswordSchema(least: number) {
  return z
    .object({
      password: newPassword(m.account_new_password(), least),
      confirmPassword: requiredPassword(m.account_confirm_password()),
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        path: ["confirmPassword"],
        message: m.account_new_passwords_differ(),
      }),
    );
}
