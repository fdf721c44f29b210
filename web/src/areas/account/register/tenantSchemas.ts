// Validation rules for shops and causes that ask to join.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { address, businessNumber, legalName, primaryContact } from "@/features/organization/profileRules";
import { captchaToken, requiredChoice, ticked } from "@/shared/form/rules";

/** Rules for the fields that both kinds of organizations share, except for the category. */
const businessRules = () => ({
  legalName: legalName(),
  businessNumber: businessNumber(),
  address: address(),
});

const restRules = () => ({
  primaryContact: primaryContact(),
  isAgreed: ticked(m.account_agree_required()),
  reCaptchaToken: captchaToken(),
});

export function vendorRegistrationSchema() {
  const businessInfo = z.object({
    ...businessRules(),
    categoryId: requiredChoice(m.field_category()),
    // Optional: an administrator asks for missing values.
    cardAmount: z.string(),
    charityRate: z.string(),
  });
  return z.object({ businessInfo, ...restRules() });
}

export type VendorRegistration = z.infer<ReturnType<typeof vendorRegistrationSchema>>;

export function charityRegistrationSchema() {
  const organizationType = requiredChoice(m.field_organization_type());
  return z.object({ businessInfo: z.object({ ...businessRules(), organizationType }), ...restRules() });
}

export type CharityRegistration = z.infer<ReturnType<typeof charityRegistrationSchema>>;
