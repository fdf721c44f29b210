// Converts vendors and charities to form values: texts, never null.
import type { components } from "@/api/schema";
import { amountsOf, customRangeOf } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { provinceName } from "@/lib/provinces";
import type { MaskedBank } from "./rules";

export type Tenant = components["schemas"]["TenantDetail"] & { version: string };
export type TenantState = Tenant["state"];

export const NO_BANK: MaskedBank = { institutionNumber: null, transitNumber: null, accountNumber: null };

export function addressValues({ address }: Pick<Tenant, "address">) {
  return { ...address, addressLine2: address.addressLine2 ?? "" };
}

export const newTenant = {
  legalName: "",
  displayName: "",
  businessNumber: "",
  regionId: "",
  primaryContact: { firstName: "", lastName: "", email: "", workPhoneNumber: "", phoneNumber: "" },
  address: { addressLine1: "", addressLine2: "", city: "", province: "", postalCode: "" },
  website: "",
  description: "",
  logoPath: "",
  institutionNumber: "",
  transitNumber: "",
  accountNumber: "",
};

/** Returns the form values that vendors and charities share. */
export function tenantValues(tenant: Tenant): typeof newTenant {
  return {
    legalName: tenant.legalName,
    displayName: tenant.displayName,
    businessNumber: tenant.businessNumber,
    regionId: tenant.regionId ?? "",
    primaryContact: { ...tenant.primaryContact },
    address: addressValues(tenant),
    website: tenant.website ?? "",
    description: tenant.description ?? "",
    logoPath: tenant.logoPath ?? "",
    institutionNumber: tenant.institutionNumber ?? "",
    transitNumber: tenant.transitNumber ?? "",
    accountNumber: tenant.accountNumber ?? "",
  };
}

/** Formats of card amounts in the notice about conflicting changes. */
export const CONFLICT_TEXTS = {
  cardAmount: (labels: string) => amountsOf(labels).map(formatPrice).join(", ") || "–",
  customAmount: (limits: string) => customRangeOf(limits) || "–",
  "address.province": provinceName,
};
