import * as z from "zod/mini";
import { formValues } from "@/areas/portal/kit/formValues";
import { customAmount, NO_BANK, tenantShape, type MaskedBank } from "@/areas/portal/tenants/rules";
import { m } from "@/i18n";
import { requiredChoice, requiredText } from "@/shared/form/rules";
import type { Vendor } from "./vendors";

/** Shares in percent that a vendor may give to a card's charity. */
export const CHARITY_RATES = [10, 9, 8, 7, 6, 5] as const;

const MAX_SHARE = 30;

function isShare(text: string): boolean {
  return text.trim() === "" || (/^\d{1,2}$/.test(text.trim()) && Number(text) <= MAX_SHARE);
}

/** `masked` contains the vendor's shown bank numbers; a new vendor has none. */
export function vendorSchema(masked: MaskedBank = NO_BANK) {
  return z.object({
    ...tenantShape(masked, m.field_description()),
    categoryId: requiredChoice(m.field_category()),
    cardAmount: z.string(),
    customAmount: customAmount(),
    charityRate: requiredChoice(m.tenants_charity_rate()),
    sharePercentage: requiredText(m.vendors_share_percentage()).check(
      z.refine(isShare, m.vendors_share_wrong({ most: MAX_SHARE })),
    ),
    timeZone: z.string(),
  });
}

export type VendorValues = z.infer<ReturnType<typeof vendorSchema>>;

export function vendorValuesOf(vendor?: Vendor): VendorValues {
  return formValues(vendorSchema(), vendor, { cardAmount: "0", charityRate: "10", sharePercentage: "5" });
}

/** Returns the request body. */
export function formOf({ charityRate, sharePercentage, ...texts }: VendorValues) {
  return { ...texts, charityRate: Number(charityRate), sharePercentage: Number(sharePercentage) };
}
