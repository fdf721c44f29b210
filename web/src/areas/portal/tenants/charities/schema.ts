import * as z from "zod/mini";
import { introduction, tenantShape, type MaskedBank } from "@/areas/portal/tenants/rules";
import { newTenant, NO_BANK, tenantValues } from "@/areas/portal/tenants/values";
import { m } from "@/i18n";
import { requiredChoice } from "@/shared/form/rules";
import type { Charity } from "./charities";

/** `masked` contains the charity's shown bank numbers; a new charity has none. */
export function charitySchema(masked: MaskedBank = NO_BANK) {
  return z.object({
    ...tenantShape(masked, m.tenants_details()),
    organizationId: requiredChoice(m.field_organization_type()),
    introduction: introduction.optional(),
  });
}

export type CharityValues = z.infer<ReturnType<typeof charitySchema>>;

export const newCharity: CharityValues = { ...newTenant, organizationId: "", introduction: "" };

export function charityValuesOf(charity: Charity): CharityValues {
  return {
    ...tenantValues(charity),
    organizationId: charity.organizationId ?? "",
    introduction: charity.introduction ?? "",
  };
}
