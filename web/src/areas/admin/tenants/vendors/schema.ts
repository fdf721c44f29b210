import * as z from "zod/mini";
import { customAmount, tenantShape, type MaskedBank } from "@/areas/admin/tenants/rules";
import { newTenant, NO_BANK, tenantValues } from "@/areas/admin/tenants/values";
import { m } from "@/i18n";
import { requiredChoice, requiredText } from "@/shared/form/rules";
import type { Vendor } from "./vendors";

/** In percent: what a vendor may give to the cause of a card. */
export const CHARITY_RATES = [10, 9, 8, 7, 6, 5] as const;

const MOST_SHARE = 30;

function isShare(text: string): boolean {
  return text.trim() === "" || (/^\d{1,2}$/.test(text.trim()) && Number(text) <= MOST_SHARE);
}

/** `masked` are the vendor's bank numbers as they are shown; a new vendor has none. */
export function vendorSchema(masked: MaskedBank = NO_BANK) {
  return z.object({
    ...tenantShape(masked, m.field_description()),
    categoryId: requiredChoice(m.field_category()),
    cardAmount: z.string(),
    customAmount: customAmount(),
    charityRate: requiredChoice(m.tenants_charity_rate()),
    sharePercentage: requiredText(m.vendors_share_percentage()).check(
      z.refine(isShare, m.vendors_share_wrong({ most: MOST_SHARE })),
    ),
    timeZone: z.string(),
  });
}

export type VendorValues = z.infer<ReturnType<typeof vendorSchema>>;

export const newVendor: VendorValues = {
  ...newTenant,
  categoryId: "",
  cardAmount: "0",
  customAmount: "",
  charityRate: "10",
  sharePercentage: "5",
  timeZone: "",
};

export function vendorValuesOf(vendor: Vendor): VendorValues {
  return {
    ...tenantValues(vendor),
    categoryId: vendor.categoryId ?? "",
    cardAmount: vendor.cardAmount,
    customAmount: vendor.customAmount ?? "",
    charityRate: String(vendor.charityRate),
    sharePercentage: String(vendor.sharePercentage),
    timeZone: vendor.timeZone ?? "",
  };
}

/** The values as the calls take them. */
export function formOf({ charityRate, sharePercentage, ...texts }: VendorValues) {
  return { ...texts, charityRate: Number(charityRate), sharePercentage: Number(sharePercentage) };
}
