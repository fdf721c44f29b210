import * as z from "zod/mini";
import { m } from "@/i18n";
import { requiredEmail, requiredPhone, requiredText } from "@/shared/form/rules";

/** Label and rule of each fact, in the order of the form. */
export const facts = {
  company: { label: m.company_name, rule: requiredText },
  address: { label: m.company_address, rule: requiredText },
  city: { label: m.company_city, rule: requiredText },
  phone: { label: m.company_phone, rule: requiredPhone },
  email: { label: m.company_email, rule: requiredEmail },
  privacyOfficer: { label: m.company_privacy_officer, rule: requiredText },
  privacyEmail: { label: m.company_privacy_email, rule: requiredEmail },
};

export type FactName = keyof typeof facts;

export const factNames = Object.keys(facts) as FactName[];

/** Rules of the facts that the screen may change. */
export function companySchema(names: readonly FactName[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, facts[name].rule(facts[name].label())])));
}
