import * as z from "zod/mini";
import { m } from "@/i18n";
import { MIN_PASSWORD_LENGTH } from "@/shared/form/passwords";
import {
  captchaToken,
  MAX_NAME_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  newPassword,
  optionalPhone,
  optionalText,
  requiredEmail,
  requiredPassword,
  requiredText,
  ticked,
} from "@/shared/form/rules";

export function customerSchema() {
  return z
    .object({
      firstName: requiredText(m.field_first_name(), MAX_NAME_LENGTH),
      lastName: requiredText(m.field_last_name(), MAX_NAME_LENGTH),
      email: requiredEmail(m.field_email()),
      phoneNumber: optionalPhone(),
      address: requiredText(m.field_address()),
      aptUnitNumber: optionalText(m.account_unit()),
      city: requiredText(m.field_city()),
      province: requiredText(m.field_province()),
      postalCode: requiredText(m.field_postal_code(), MAX_POSTAL_CODE_LENGTH),
      password: newPassword(m.account_password(), MIN_PASSWORD_LENGTH),
      confirmPassword: requiredPassword(m.account_confirm_password()),
      isAgreed: ticked(m.account_agree_required()),
      reCaptchaToken: captchaToken(),
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        path: ["confirmPassword"],
        message: m.account_passwords_differ(),
      }),
    );
}

export type Customer = z.infer<ReturnType<typeof customerSchema>>;
