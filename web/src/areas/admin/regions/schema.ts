import * as z from "zod/mini";
import { m } from "@/i18n";
import { LONGEST_NAME, LONGEST_POSTAL_CODE, requiredText } from "@/shared/form/rules";

export function regionSchema() {
  return z.object({
    name: requiredText(m.field_name(), LONGEST_NAME),
    province: requiredText(m.field_province(), LONGEST_NAME),
    country: requiredText(m.regions_country(), LONGEST_NAME),
    postalCode: requiredText(m.field_postal_code(), LONGEST_POSTAL_CODE),
  });
}

export type RegionValues = z.infer<ReturnType<typeof regionSchema>>;

export const newRegion: RegionValues = { name: "", province: "", country: "Canada", postalCode: "" };
