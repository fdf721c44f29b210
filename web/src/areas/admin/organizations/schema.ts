import * as z from "zod/mini";
import { m } from "@/i18n";
import { LONGEST_NAME, optionalText, requiredText } from "@/shared/form/rules";

const LONGEST_DESCRIPTION = 1000;

export function organizationSchema() {
  return z.object({
    name: requiredText(m.field_name(), LONGEST_NAME),
    description: optionalText(m.field_description(), LONGEST_DESCRIPTION),
  });
}

export type OrganizationValues = z.infer<ReturnType<typeof organizationSchema>>;
