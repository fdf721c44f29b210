import { categoriesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { CardAmountsField } from "@/areas/portal/tenants/CardAmountsField";
import { CustomAmountsField } from "@/areas/portal/tenants/CustomAmountsField";
import { EditableSection } from "@/areas/portal/tenants/EditableSection";
import {
  AddressSection,
  BankSection,
  choiceField,
  ContactSection,
  nameFields,
  pageFields,
  WIDE,
} from "@/areas/portal/tenants/sections";
import { CONFLICT_TEXTS } from "@/areas/portal/tenants/values";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { formatPercent } from "@/lib/money";
import { timeZoneChoices, timeZoneName } from "@/lib/timeZones";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormSelect } from "@/shared/form/FormSelect";
import { CHARITY_RATES } from "./schema";
import type { Vendor } from "./vendors";

/** Field for the charity's share of a card. */
export function CharityRateField() {
  return (
    <FormSelect
      name="charityRate"
      label={m.tenants_charity_rate()}
      hint={m.vendors_rate_hint()}
      choices={CHARITY_RATES.map((rate) => ({ value: String(rate), text: formatPercent(rate) }))}
    />
  );
}

function usualZone(vendor: Vendor | undefined): string {
  if (!vendor) return m.vendors_time_zone_usual();
  return m.vendors_time_zone_usual_is({ zone: timeZoneName(vendor.usualTimeZone) });
}

const percent = (value: string) => formatPercent(Number(value));

/** Fields of a vendor for administrators. */
export function VendorFields({ record }: { record?: Vendor | undefined }) {
  const usual = usualZone(record);
  return (
    <>
      <EditableSection
        title={m.tenants_section_business()}
        hint={m.tenants_section_business_hint()}
        fields={[
          ...nameFields(),
          choiceField("categoryId", m.field_category(), {
            ...categoriesQuery(),
            select: choicesInLanguage,
          }),
          choiceField("regionId", m.tenants_region(), regionsQuery()),
        ]}
      />
      <ContactSection />
      <AddressSection />
      <EditableSection
        title={m.tenants_section_sales()}
        hint={m.tenants_section_sales_hint()}
        fields={[
          {
            name: "cardAmount",
            label: m.tenants_card_amount(),
            text: CONFLICT_TEXTS.cardAmount,
            input: ({ name, label }) => <CardAmountsField name={name} legend={label} className={WIDE} />,
          },
          {
            name: "customAmount",
            label: m.tenants_custom_amount(),
            text: CONFLICT_TEXTS.customAmount,
            input: ({ name }) => <CustomAmountsField name={name} className={WIDE} />,
          },
          ...(brand.hasCharities
            ? [
                {
                  name: "charityRate",
                  label: m.tenants_charity_rate(),
                  text: percent,
                  input: () => <CharityRateField />,
                },
              ]
            : []),
          {
            name: "sharePercentage",
            label: m.vendors_share_percentage(),
            text: percent,
            input: (field) => <FormTextField {...field} hint={m.vendors_share_hint()} inputMode="numeric" />,
          },
          {
            name: "timeZone",
            label: m.vendors_time_zone(),
            text: timeZoneName,
            empty: usual,
            input: (field) => (
              <FormSelect
                {...field}
                hint={m.vendors_time_zone_hint()}
                choices={[{ value: "", text: usual }, ...timeZoneChoices()]}
              />
            ),
          },
        ]}
      />
      <BankSection />
      <EditableSection
        title={m.tenants_section_page()}
        hint={m.tenants_section_page_hint()}
        fields={pageFields("vendor", [
          {
            name: "description",
            label: m.field_description(),
            input: (field) => <FormTextArea {...field} isOptional className={WIDE} />,
          },
        ])}
      />
    </>
  );
}
