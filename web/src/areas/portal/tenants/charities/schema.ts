import * as z from "zod/mini";
import { formValues } from "@/areas/portal/kit/formValues";
import { introduction, NO_BANK, tenantShape, type MaskedBank } from "@/areas/portal/tenants/rules";
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

export function charityValuesOf(charity?: Charity): CharityValues {
  return formValues(charitySchema(), charity);
}
