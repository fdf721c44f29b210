import type { Tenant } from "@/areas/portal/tenants/values";
import { m } from "@/i18n";

/** Returns the masked numbers of a bank account. */
export function bankFacts({ institutionNumber, transitNumber, accountNumber }: Tenant) {
  return [
    { term: m.tenants_institution_number(), text: institutionNumber },
    { term: m.tenants_transit_number(), text: transitNumber },
    { term: m.tenants_account_number(), text: accountNumber },
  ];
}
