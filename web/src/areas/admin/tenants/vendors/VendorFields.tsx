import { categoriesQuery } from "@/api/queries/choices";
import { regionsQuery } from "@/api/queries/regions";
import { FormPictureField } from "@/areas/admin/kit/PictureField";
import { CardAmountsField } from "@/areas/admin/tenants/CardAmountsField";
import { FormSection } from "@/areas/admin/kit/FormSection";
import {
  AddressSection,
  BankSection,
  ChoiceField,
  ContactSection,
  WebsiteField,
} from "@/areas/admin/tenants/sections";
import { m } from "@/i18n";
import { choicesInLanguage } from "@/lib/inLanguage";
import { formatPercent } from "@/lib/money";
import { BusinessNumberField } from "@/areas/admin/tenants/BusinessNumberField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormSelect } from "@/shared/form/FormSelect";
import { CHARITY_RATES } from "./schema";

/** What the cause gets of a card. */
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

/** Everything that an administrator knows of a vendor. */
export function VendorFields() {
  return (
    <>
      <FormSection title={m.tenants_section_business()} hint={m.tenants_section_business_hint()}>
        <FormTextField name="legalName" label={m.field_legal_name()} />
        <FormTextField name="displayName" label={m.tenants_display_name()} />
        <BusinessNumberField name="businessNumber" />
        <ChoiceField
          name="categoryId"
          label={m.field_category()}
          query={{ ...categoriesQuery(), select: choicesInLanguage }}
        />
        <ChoiceField name="regionId" label={m.tenants_region()} query={regionsQuery()} />
      </FormSection>
      <ContactSection />
      <AddressSection />
      <FormSection title={m.tenants_section_sales()} hint={m.tenants_section_sales_hint()}>
        <CardAmountsField name="cardAmount" legend={m.tenants_card_amount()} className="sm:col-span-full" />
        <CharityRateField />
        <FormTextField
          name="sharePercentage"
          label={m.vendors_share_percentage()}
          hint={m.vendors_share_hint()}
          inputMode="numeric"
        />
      </FormSection>
      <BankSection />
      <FormSection title={m.tenants_section_page()} hint={m.tenants_section_page_hint()}>
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
      </FormSection>
    </>
  );
}
