import * as z from "zod/mini";
import { m } from "@/i18n";
import { SHORTEST_PASSWORD } from "@/shared/form/passwords";
import {
  captchaToken,
  LONGEST_NAME,
  LONGEST_POSTAL_CODE,
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
      firstName: requiredText(m.field_first_name(), LONGEST_NAME),
      lastName: requiredText(m.field_last_name(), LONGEST_NAME),
      email: requiredEmail(m.field_email()),
      phoneNumber: optionalPhone(),
      address: requiredText(m.field_address()),
      aptUnitNumber: optionalText(m.account_unit()),
      city: requiredText(m.field_city()),
      province: requiredText(m.field_province()),
      postalCode: requiredText(m.field_postal_code(), LONGEST_POSTAL_CODE),
      password: newPassword(m.account_password(), SHORTEST_PASSWORD),
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
