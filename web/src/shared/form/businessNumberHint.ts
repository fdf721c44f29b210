import { m } from "@/i18n";
import { recognised, type BusinessNumberKind } from "@/lib/businessNumber";

const said: Record<BusinessNumberKind, (inputs: { number: string }) => string> = {
  revenue: m.field_business_number_revenue,
  quebec: m.field_business_number_quebec,
  misspelt: m.field_business_number_misspelt,
  unknown: m.field_business_number_unknown,
};

/** What a business number is recognised as, in words. */
export function hintOf(text: string): string | undefined {
  const found = recognised(text);
  return found && said[found.kind]({ number: found.number });
}
