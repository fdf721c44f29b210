// What shops and causes are asked when they want to join.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { address, businessNumber, legalName, primaryContact } from "@/shared/form/organizationRules";
import { captchaToken, requiredChoice, ticked } from "@/shared/form/rules";

/** What both kinds of organizations say about themselves, but for what their lists are sorted under. */
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
    // An administrator asks for what is left out.
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
