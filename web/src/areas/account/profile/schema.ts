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

export function passwordChangeSchema() {
  return z.safeExtend(newPasswordSchema(), {
    currentPassword: requiredPassword(m.profile_current_password()),
  });
}

export type PasswordChange = z.infer<ReturnType<typeof passwordChangeSchema>>;

/** What is left on one's cards is given up in so many words. */
export function closeSchema(hasBalance: boolean) {
  return z.object({
    password: requiredPassword(m.account_password()),
    acceptLoss: z
      .boolean()
      .check(z.refine((isAccepted) => isAccepted || !hasBalance, m.profile_close_accept_missing())),
  });
}
