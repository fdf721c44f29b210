import { categoriesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { FormPictureField } from "@/areas/portal/kit/PictureField";
import { CardAmountsField } from "@/areas/portal/tenants/CardAmountsField";
import { CustomAmountsField } from "@/areas/portal/tenants/CustomAmountsField";
import { ChoiceName, FactSection, LogoFact } from "@/areas/portal/tenants/readFirst";
import {
  AddressSection,
  BankSection,
  ChoiceField,
  ContactSection,
  WebsiteField,
} from "@/areas/portal/tenants/sections";
import { brand } from "@/brands/current";
import { CONFLICT_TEXTS } from "@/areas/portal/tenants/values";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { formatPercent } from "@/lib/money";
import { BusinessNumberField, businessNumberText } from "@/areas/portal/tenants/BusinessNumberField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormSelect } from "@/shared/form/FormSelect";
import { CHARITY_RATES } from "./schema";
import type { Vendor } from "./vendors";
import { timeZoneChoices, timeZoneName } from "@/lib/timeZones";

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

const CHARITY_RATE = {
  name: "charityRate",
  get term() {
    return m.tenants_charity_rate();
  },
  text: (value: string) => formatPercent(Number(value)),
};

function usualZone(vendor: Vendor | undefined): string {
  if (!vendor) return m.vendors_time_zone_usual();
  return m.vendors_time_zone_usual_is({ zone: timeZoneName(vendor.usualTimeZone) });
}

/** Fields of a vendor for administrators. */
export function VendorFields({ tenant }: { tenant?: Vendor }) {
  const categories = { ...categoriesQuery(), select: choicesInLanguage };
  const usual = usualZone(tenant);
  return (
    <>
      <FactSection
        title={m.tenants_section_business()}
        hint={m.tenants_section_business_hint()}
        facts={[
          { name: "legalName", term: m.field_legal_name() },
          { name: "displayName", term: m.tenants_display_name() },
          { name: "businessNumber", term: m.field_business_number(), text: businessNumberText },
          {
            name: "categoryId",
            term: m.field_category(),
            text: (value) => <ChoiceName value={value} query={categories} />,
          },
          {
            name: "regionId",
            term: m.tenants_region(),
            text: (value) => <ChoiceName value={value} query={regionsQuery()} />,
          },
        ]}
      >
        <FormTextField name="legalName" label={m.field_legal_name()} />
        <FormTextField name="displayName" label={m.tenants_display_name()} />
        <BusinessNumberField name="businessNumber" />
        <ChoiceField name="categoryId" label={m.field_category()} query={categories} />
        <ChoiceField name="regionId" label={m.tenants_region()} query={regionsQuery()} />
      </FactSection>
      <ContactSection />
      <AddressSection />
      <FactSection
        title={m.tenants_section_sales()}
        hint={m.tenants_section_sales_hint()}
        facts={[
          { name: "cardAmount", term: m.tenants_card_amount(), text: CONFLICT_TEXTS.cardAmount },
          { name: "customAmount", term: m.tenants_custom_amount(), text: CONFLICT_TEXTS.customAmount },
          ...(brand.hasCharities ? [CHARITY_RATE] : []),
          {
            name: "sharePercentage",
            term: m.vendors_share_percentage(),
            text: (value) => formatPercent(Number(value)),
          },
          { name: "timeZone", term: m.vendors_time_zone(), text: timeZoneName, empty: usual },
        ]}
      >
        <CardAmountsField name="cardAmount" legend={m.tenants_card_amount()} className="sm:col-span-full" />
        <CustomAmountsField name="customAmount" className="sm:col-span-full" />
        {brand.hasCharities && <CharityRateField />}
        <FormTextField
          name="sharePercentage"
          label={m.vendors_share_percentage()}
          hint={m.vendors_share_hint()}
          inputMode="numeric"
        />
        <FormSelect
          name="timeZone"
          label={m.vendors_time_zone()}
          hint={m.vendors_time_zone_hint()}
          choices={[{ value: "", text: usual }, ...timeZoneChoices()]}
        />
      </FactSection>
      <BankSection />
      <FactSection
        title={m.tenants_section_page()}
        hint={m.tenants_section_page_hint()}
        facts={[
          { name: "website", term: m.tenants_website() },
          { name: "description", term: m.field_description() },
          {
            name: "logoPath",
            term: m.field_logo(),
            text: (key) => <LogoFact kind="vendor" pictureKey={key} />,
          },
        ]}
      >
        <FormPictureField
          name="logoPath"
          label={m.field_logo()}
          kind="vendor"
          isOptional
          className="sm:col-span-full"
        />
        <WebsiteField />
        <FormTextArea
          name="description"
          label={m.field_description()}
          isOptional
          className="sm:col-span-full"
        />
      </FactSection>
    </>
  );
}
