// What shops and causes are asked when they want to join.
import * as z from "zod/mini";
import { m } from "@/i18n";
import {
  captchaToken,
  LONGEST_NAME,
  LONGEST_POSTAL_CODE,
  optionalText,
  requiredChoice,
  requiredEmail,
  requiredPhone,
  requiredText,
  ticked,
} from "@/shared/form/rules";

/** The server's limit. */
const LONGEST_BUSINESS_NUMBER = 50;

function addressSchema() {
  return z.object({
    addressLine1: requiredText(m.account_address_line1()),
    addressLine2: optionalText(m.account_address_line2()),
    city: requiredText(m.account_city()),
    province: requiredText(m.account_province()),
    postalCode: requiredText(m.account_postal_code(), LONGEST_POSTAL_CODE),
  });
}

function contactSchema() {
  return z.object({
    firstName: requiredText(m.account_first_name(), LONGEST_NAME),
    lastName: requiredText(m.account_last_name(), LONGEST_NAME),
    email: requiredEmail(m.account_email()),
    workPhoneNumber: requiredPhone(m.account_work_phone()),
    phoneNumber: requiredPhone(m.account_mobile_phone()),
  });
}

/** What both kinds of organizations say about themselves, but for what their lists are sorted under. */
const businessRules = () => ({
  legalName: requiredText(m.account_legal_name()),
  businessNumber: requiredText(m.account_business_number(), LONGEST_BUSINESS_NUMBER),
  address: addressSchema(),
});

const restRules = () => ({
  primaryContact: contactSchema(),
  isAgreed: ticked(m.account_agree_required()),
  reCaptchaToken: captchaToken(),
});

export function vendorSchema() {
  const businessInfo = z.object({ ...businessRules(), categoryId: requiredChoice(m.account_category()) });
  return z.object({ businessInfo, ...restRules() });
}

export type Vendor = z.infer<ReturnType<typeof vendorSchema>>;

export function charitySchema() {
  const organizationType = requiredChoice(m.account_organization_type());
  return z.object({ businessInfo: z.object({ ...businessRules(), organizationType }), ...restRules() });
}

export type Charity = z.infer<ReturnType<typeof charitySchema>>;
