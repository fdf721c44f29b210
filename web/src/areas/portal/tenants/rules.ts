// Rules that the forms of vendors and charities share.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { customAmountsOf, MAX_CUSTOM_AMOUNT, MIN_CUSTOM_AMOUNT } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { address, businessNumber, legalName, primaryContact } from "@/features/organization/profileRules";
import { optionalPicture, optionalWebAddress } from "@/shared/form/richRules";
import { optionalText, requiredChoice, requiredText } from "@/shared/form/rules";

const MAX_INTRODUCTION_LENGTH = 1000;
const MAX_DESCRIPTION_LENGTH = 5000;

/** Bank numbers as the server shows them: only the last digits are readable. */
export interface MaskedBank {
  institutionNumber: string | null;
  transitNumber: string | null;
  accountNumber: string | null;
  /** Whether managers still have to enter the numbers, so that all three may be empty. */
  givesBank?: boolean;
}

export const NO_BANK: MaskedBank = { institutionNumber: null, transitNumber: null, accountNumber: null };

const UNMASKED = /^[^*]*$/;

/** Accepts a number of a given format, or the masked one, which keeps the stored number. */
function bankNumber(field: string, masked: string | null, digits: RegExp, wrong: string) {
  const isFine = (pattern: RegExp) => (text: string) =>
    text === masked || pattern.test(text.replaceAll(/[\s-]/g, ""));
  return requiredText(field).check(
    z.refine(isFine(UNMASKED), { error: m.tenants_bank_number_masked({ field }), abort: true }),
    z.refine(isFine(digits), wrong),
  );
}

/** Rules for a Canadian bank account. The server checks whether the bank exists. */
export function bankNumbers(masked: MaskedBank) {
  const rules = bankNumberRules(masked);
  if (!masked.givesBank) return rules;
  const { institutionNumber, transitNumber, accountNumber } = rules;
  return {
    institutionNumber: orNothing(institutionNumber),
    transitNumber: orNothing(transitNumber),
    accountNumber: orNothing(accountNumber),
  };
}

function orNothing<Rule extends z.ZodMiniType<string, string>>(rule: Rule) {
  return z.union([z.literal(""), rule]);
}

function bankNumberRules(masked: MaskedBank) {
  return {
    institutionNumber: bankNumber(
      m.tenants_institution_number(),
      masked.institutionNumber,
      /^\d{3}$/,
      m.tenants_institution_number_wrong(),
    ),
    transitNumber: bankNumber(
      m.tenants_transit_number(),
      masked.transitNumber,
      /^\d{5}$/,
      m.tenants_transit_number_wrong(),
    ),
    accountNumber: bankNumber(
      m.tenants_account_number(),
      masked.accountNumber,
      /^\d{7,12}$/,
      m.tenants_account_number_wrong(),
    ),
  };
}

export const introduction = {
  optional: () => optionalText(m.tenants_introduction(), MAX_INTRODUCTION_LENGTH),
  required: () => requiredText(m.tenants_introduction(), MAX_INTRODUCTION_LENGTH),
};

export function description(label: string) {
  return optionalText(label, MAX_DESCRIPTION_LENGTH);
}

/** Limits of custom amounts, such as "10-200", or empty. */
export function customAmount() {
  const wrong = m.tenants_custom_amount_wrong({
    least: formatPrice(MIN_CUSTOM_AMOUNT),
    most: formatPrice(MAX_CUSTOM_AMOUNT),
  });
  return z
    .string()
    .check(z.refine((limits) => limits === "" || customAmountsOf(limits) !== undefined, wrong));
}

/** Fields that administrators fill in for vendors and charities alike. */
export function tenantShape(masked: MaskedBank, descriptionLabel: string) {
  return {
    legalName: legalName(),
    displayName: requiredText(m.tenants_display_name()),
    businessNumber: businessNumber(),
    regionId: requiredChoice(m.tenants_region()),
    primaryContact: primaryContact(),
    address: address(),
    website: optionalWebAddress(),
    description: description(descriptionLabel),
    logoPath: optionalPicture(),
    ...bankNumbers(masked),
  };
}
