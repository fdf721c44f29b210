// The rules that the forms of vendors and charities have in common. Fields are called what the calls call them, so that the
// server's own objections find their places.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { optionalPicture, optionalWebAddress } from "@/shared/form/richRules";
import {
  LONGEST_LINE,
  LONGEST_NAME,
  LONGEST_POSTAL_CODE,
  optionalText,
  requiredChoice,
  requiredEmail,
  requiredPhone,
  requiredText,
} from "@/shared/form/rules";

const LONGEST_BUSINESS_NUMBER = 50;
const LONGEST_INTRODUCTION = 1000;
const LONGEST_DESCRIPTION = 5000;

export function address() {
  return z.object({
    addressLine1: requiredText(m.tenants_address_line1()),
    addressLine2: optionalText(m.tenants_address_line2()),
    city: requiredText(m.tenants_city()),
    province: requiredText(m.tenants_province()),
    postalCode: requiredText(m.tenants_postal_code(), LONGEST_POSTAL_CODE),
  });
}

function primaryContact() {
  return z.object({
    firstName: requiredText(m.tenants_first_name(), LONGEST_NAME),
    lastName: requiredText(m.tenants_last_name(), LONGEST_NAME),
    email: requiredEmail(m.tenants_email()),
    workPhoneNumber: requiredPhone(m.tenants_work_phone()),
    phoneNumber: requiredPhone(m.tenants_mobile_phone()),
  });
}

/** Bank numbers as the server shows them: only the end of each is to be seen. */
export interface MaskedBank {
  institutionNumber: string | null;
  transitNumber: string | null;
  accountNumber: string | null;
}

const UNMASKED = /^[^*]*$/;
const BANK_NUMBER = /^[\d\s-]*$/;
const MOST_DIGITS = 20;

/** A whole number; or the masked one, which leaves the number as it is. */
function bankNumber(field: string, masked: string | null) {
  const isFine = (pattern: RegExp) => (text: string) => text === masked || pattern.test(text);
  const isShort = (text: string) => text === masked || text.replaceAll(/[\s-]/g, "").length <= MOST_DIGITS;
  const wrong = m.tenants_bank_number_wrong({ field, most: MOST_DIGITS });
  return requiredText(field).check(
    z.refine(isFine(UNMASKED), { error: m.tenants_bank_number_masked({ field }), abort: true }),
    z.refine(isFine(BANK_NUMBER), wrong),
    z.refine(isShort, wrong),
  );
}

export const introduction = {
  optional: () => optionalText(m.tenants_introduction(), LONGEST_INTRODUCTION),
  required: () => requiredText(m.tenants_introduction(), LONGEST_INTRODUCTION),
};

export function description(label: string) {
  return optionalText(label, LONGEST_DESCRIPTION);
}

export function legalName() {
  return requiredText(m.tenants_legal_name(), LONGEST_LINE);
}

/** What an administrator fills in for a vendor and for a charity alike. */
export function tenantShape(masked: MaskedBank, descriptionLabel: string) {
  return {
    legalName: legalName(),
    displayName: requiredText(m.tenants_display_name(), LONGEST_LINE),
    businessNumber: requiredText(m.tenants_business_number(), LONGEST_BUSINESS_NUMBER),
    regionId: requiredChoice(m.tenants_region()),
    primaryContact: primaryContact(),
    address: address(),
    website: optionalWebAddress(),
    description: description(descriptionLabel),
    logoPath: optionalPicture(),
    institutionNumber: bankNumber(m.tenants_institution_number(), masked.institutionNumber),
    transitNumber: bankNumber(m.tenants_transit_number(), masked.transitNumber),
    accountNumber: bankNumber(m.tenants_account_number(), masked.accountNumber),
  };
}
