import * as z from "zod/mini";
import { m } from "@/i18n";
import {
  LONGEST_NAME,
  LONGEST_POSTAL_CODE,
  optionalPhone,
  optionalText,
  requiredPassword,
  requiredText,
} from "@/shared/form/rules";
import { newPasswordSchema } from "@/areas/account/password/schema";

export function profileSchema() {
  return z.object({
    firstName: requiredText(m.field_first_name(), LONGEST_NAME),
    lastName: requiredText(m.field_last_name(), LONGEST_NAME),
    address: optionalText(m.field_address()),
    aptUnitNumber: optionalText(m.account_unit()),
    city: optionalText(m.field_city()),
    province: optionalText(m.field_province()),
    postalCode: optionalText(m.field_postal_code(), LONGEST_POSTAL_CODE),
    phoneNumber: optionalPhone(),
    language: z.enum(["en", "fr"]),
  });
}

export type ProfileValues = z.infer<ReturnType<typeof profileSchema>>;

export function passwordChangeSchema(least: number) {
  return z.safeExtend(newPasswordSchema(least), {
    currentPassword: requiredPassword(m.profile_current_password()),
  });
}

export type PasswordChange = z.infer<ReturnType<typeof passwordChangeSchema>>;

/** Whoever has cards says that they know how these are used without an account. */
export function closeSchema(hasCards: boolean) {
  return z.object({
    password: requiredPassword(m.account_password()),
    acceptCardsByCode: z
      .boolean()
      .check(z.refine((isAccepted) => isAccepted || !hasCards, m.profile_close_accept_missing())),
  });
}
