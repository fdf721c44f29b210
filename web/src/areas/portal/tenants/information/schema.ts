// Fields of a vendor or charity that its managers can change: those of its public page.
import * as z from "zod/mini";
import type { components } from "@/api/schema.d";
import { bankNumbers, customAmount, description, introduction } from "@/areas/portal/tenants/rules";
import { address, legalName } from "@/features/organization/profileRules";
import { addressValues } from "@/areas/portal/tenants/values";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { optionalPicture, optionalWebAddress, requiredPicture } from "@/shared/form/richRules";
import { optionalPhone, optionalText, requiredChoice } from "@/shared/form/rules";

type Vendor = components["schemas"]["VendorDetail"];
type Charity = components["schemas"]["CharityDetail"];

function cardAmount() {
  const required = m.form_required({ field: m.tenants_card_amount() });
  return z.string().check(z.refine((labels) => amountsOf(labels).length > 0, required));
}

const MAX_LINES_LENGTH = 500;

/** Rules of the information for visitors: phone and opening hours. */
function visitorRules() {
  return {
    phone: optionalPhone(),
    openingHours: optionalText(m.tenants_opening_hours(), MAX_LINES_LENGTH),
    frenchOpeningHours: optionalText(m.tenants_french_opening_hours(), MAX_LINES_LENGTH),
  };
}

function visitorFactsOf({ phone, openingHours, frenchOpeningHours }: Vendor | Charity) {
  return {
    phone: phone ?? "",
    openingHours: openingHours ?? "",
    frenchOpeningHours: frenchOpeningHours ?? "",
  };
}

const noBank = { institutionNumber: null, transitNumber: null, accountNumber: null, givesBank: true };

/** Rules of the bank numbers, which managers enter once: all three, or none yet. */
function ownBank() {
  return bankNumbers(noBank);
}

const blankBank = { institutionNumber: "", transitNumber: "", accountNumber: "" };

/** Returns the entered bank numbers; without any, those on file stay unchanged. */
function bankOf({ institutionNumber, transitNumber, accountNumber }: typeof blankBank) {
  const given = { institutionNumber, transitNumber, accountNumber };
  return Object.values(given).some((number) => number !== "") ? given : {};
}

export function vendorInformationSchema() {
  return z.object({
    ...ownBank(),
    legalName: legalName(),
    address: address(),
    logoPath: requiredPicture(m.field_logo()),
    cardAmount: cardAmount(),
    customAmount: customAmount(),
    website: optionalWebAddress(),
    description: description(m.field_description()),
    ...visitorRules(),
    products: optionalText(m.tenants_products(), MAX_LINES_LENGTH),
    photoPath: optionalPicture(),
    charityRate: requiredChoice(m.tenants_charity_rate()),
  });
}

export type VendorInformation = z.infer<ReturnType<typeof vendorInformationSchema>>;

export function vendorInformationOf(vendor: Vendor): VendorInformation {
  return {
    ...blankBank,
    legalName: vendor.legalName,
    address: addressValues(vendor),
    logoPath: vendor.logoPath ?? "",
    cardAmount: vendor.cardAmount,
    customAmount: vendor.customAmount ?? "",
    website: vendor.website ?? "",
    description: vendor.description ?? "",
    ...visitorFactsOf(vendor),
    products: vendor.products ?? "",
    photoPath: vendor.photoPath ?? "",
    charityRate: String(vendor.charityRate),
  };
}

export function charityInformationSchema() {
  return z.object({
    ...ownBank(),
    legalName: legalName(),
    address: address(),
    introduction: introduction.required(),
    description: description(m.tenants_details()),
    ...visitorRules(),
    website: optionalWebAddress(),
    logoPath: requiredPicture(m.field_logo()),
  });
}

export type CharityInformation = z.infer<ReturnType<typeof charityInformationSchema>>;

export function charityInformationOf(charity: Charity): CharityInformation {
  return {
    ...blankBank,
    legalName: charity.legalName,
    address: addressValues(charity),
    introduction: charity.introduction ?? "",
    description: charity.description ?? "",
    ...visitorFactsOf(charity),
    website: charity.website ?? "",
    logoPath: charity.logoPath ?? "",
  };
}

/**
 * Returns the fields that this form doesn't have, unchanged, because the call needs the whole
 * record.
 */
function keptOf(tenant: Vendor | Charity) {
  return {
    displayName: tenant.displayName,
    businessNumber: tenant.businessNumber,
    regionId: tenant.regionId,
    primaryContact: tenant.primaryContact,
  };
}

function keptBank({ institutionNumber, transitNumber, accountNumber }: Vendor | Charity) {
  return { institutionNumber, transitNumber, accountNumber };
}

export function vendorPayload(vendor: Vendor, { charityRate, ...information }: VendorInformation) {
  return {
    ...keptOf(vendor),
    categoryId: vendor.categoryId,
    ...information,
    ...keptBank(vendor),
    ...bankOf(information),
    charityRate: Number(charityRate),
  };
}

export function charityPayload(charity: Charity, information: CharityInformation) {
  return {
    ...keptOf(charity),
    organizationId: charity.organizationId,
    ...information,
    ...keptBank(charity),
    ...bankOf(information),
  };
}
