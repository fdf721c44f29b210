// Fields of a vendor or charity that its managers can change: those of its public page.
import * as z from "zod/mini";
import type { components } from "@/api/schema.d";
import { rulesOf } from "@/areas/portal/kit/fields";
import { formValues } from "@/areas/portal/kit/formValues";
import { bankNumbers, customAmount, description, introduction } from "@/areas/portal/tenants/rules";
import { address, legalName } from "@/features/organization/profileRules";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { optionalWebAddress, requiredPicture } from "@/shared/form/richRules";
import { requiredChoice } from "@/shared/form/rules";
import { shopVisitorFields, visitorFields } from "./visitorFields";

type Vendor = components["schemas"]["VendorDetail"];
type Charity = components["schemas"]["CharityDetail"];

function cardAmount() {
  const required = m.form_required({ field: m.tenants_card_amount() });
  return z.string().check(z.refine((labels) => amountsOf(labels).length > 0, required));
}

const noBank = { institutionNumber: null, transitNumber: null, accountNumber: null, givesBank: true };

/** Rules of the bank numbers, which managers enter once: all three, or none yet. */
function ownBank() {
  return bankNumbers(noBank);
}

const blankBank = { institutionNumber: "", transitNumber: "", accountNumber: "" };

/** Returns the entered bank numbers; without any, those on file stay unchanged. */
function bankOf(given: typeof blankBank) {
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
    ...rulesOf(shopVisitorFields),
    charityRate: requiredChoice(m.tenants_charity_rate()),
  });
}

export type VendorInformation = z.infer<ReturnType<typeof vendorInformationSchema>>;

export function vendorInformationOf(vendor: Vendor): VendorInformation {
  return { ...formValues(vendorInformationSchema(), vendor), ...blankBank };
}

export function charityInformationSchema() {
  return z.object({
    ...ownBank(),
    legalName: legalName(),
    address: address(),
    introduction: introduction.required(),
    description: description(m.tenants_details()),
    ...rulesOf(visitorFields),
    website: optionalWebAddress(),
    logoPath: requiredPicture(m.field_logo()),
  });
}

export type CharityInformation = z.infer<ReturnType<typeof charityInformationSchema>>;

export function charityInformationOf(charity: Charity): CharityInformation {
  return { ...formValues(charityInformationSchema(), charity), ...blankBank };
}

/**
 * Returns the request body. `whole` contains the other fields, which administrators have to send,
 * and managers can't change.
 */
export function informationPayload<Information extends typeof blankBank>(
  { institutionNumber, transitNumber, accountNumber, ...page }: Information,
  whole: object = {},
) {
  return { ...whole, ...page, ...bankOf({ institutionNumber, transitNumber, accountNumber }) };
}
