import { businessNumberText } from "@/areas/portal/tenants/BusinessNumberField";
import { Facts, FormSection } from "@/areas/portal/kit/FormSection";
import type { Vendor } from "@/areas/portal/tenants/vendors/vendors";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { bankFacts } from "./bankFacts";

/** Facts that only administrators can change, shown to managers for review. */
export function VendorInformationFacts({ vendor }: { vendor: Vendor }) {
  return (
    <FormSection title={m.tenants_facts()} hint={m.tenants_facts_hint()}>
      <Facts
        facts={[
          { term: m.tenants_display_name(), text: vendor.displayName },
          { term: m.field_business_number(), text: businessNumberText(vendor.businessNumber) },
          { term: m.vendors_share_percentage(), text: formatPercent(vendor.sharePercentage) },
          ...bankFacts(vendor),
        ]}
      />
    </FormSection>
  );
}
