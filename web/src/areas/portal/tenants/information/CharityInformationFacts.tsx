import type { Charity } from "@/areas/portal/tenants/charities/charities";
import { businessNumberText } from "@/areas/portal/tenants/BusinessNumberField";
import { Facts, FormSection } from "@/areas/portal/kit/FormSection";
import { m } from "@/i18n";
import { bankFacts } from "./bankFacts";

/** Facts that only administrators can change, shown to managers for review. */
export function CharityInformationFacts({ charity }: { charity: Charity }) {
  return (
    <FormSection title={m.tenants_facts()} hint={m.tenants_facts_hint()}>
      <Facts
        facts={[
          { term: m.tenants_display_name(), text: charity.displayName },
          { term: m.field_business_number(), text: businessNumberText(charity.businessNumber) },
          ...bankFacts(charity),
        ]}
      />
    </FormSection>
  );
}
