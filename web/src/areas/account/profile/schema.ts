import * as z from "zod/mini";
import { m } from "@/i18n";
import {
  MAX_NAME_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  optionalPhone,
  optionalText,
  requiredPassword,
  requiredText,
} from "@/shared/form/rules";
import { newPasswordSchema } from "@/areas/account/password/schema";

export function profileSchema() {
  return z.object({
    firstName: requiredText(m.field_first_name(), MAX_NAME_LENGTH),
    lastName: requiredText(m.field_last_name(), MAX_NAME_LENGTH),
    address: optionalText(m.field_address()),
    aptUnitNumber: optionalText(m.account_unit()),
    city: optionalText(m.field_city()),
    province: optionalText(m.field_province()),
    postalCode: optionalText(m.field_postal_code(), MAX_POSTAL_CODE_LENGTH),
    phoneNumber: optionalPhone(),
    language: z.enum(["en", "fr"]),
  });
}

export type ProfileValues = z.infer<ReturnType<typeof profileSchema>>;

export function passwordChangeSchema(least: number, hasPassword = true) {
  return z.safeExtend(newPasswordSchema(least), {
    currentPassword: hasPassword ? requiredPassword(m.profile_current_password()) : z.string(),
  });
}

export type PasswordChange = z.infer<ReturnType<typeof passwordChangeSchema>>;

interface ClosingRules {
  hasCards: boolean;
  hasPassword: boolean;
}

/** Rules for closing an account. Owners of cards must confirm that they can use them without an account. */
export function closeSchema({ hasCards, hasPassword }: ClosingRules) {
  return z.object({
    password: hasPassword ? requiredPassword(m.account_password()) : z.string(),
    acceptCardsByCode: z
      .boolean()
      .check(z.refine((isAccepted) => isAccepted || !hasCards, m.profile_close_accept_missing())),
  });
}
