import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { FormPictureField } from "@/areas/portal/kit/PictureField";
import { CardAmountsField } from "@/areas/portal/tenants/CardAmountsField";
import { CustomAmountsField } from "@/areas/portal/tenants/CustomAmountsField";
import { FormLoading, FormSection } from "@/areas/portal/kit/FormSection";
import { useEdit } from "@/areas/portal/kit/useEdit";
import { useLeaveTenant } from "@/areas/portal/kit/useLeaveTenant";
import { useTenant } from "@/shared/page/useTenant";
import { AddressSection, BankSection, VisitorsSection, WebsiteField } from "@/areas/portal/tenants/sections";
import { vendorCalls } from "@/areas/portal/tenants/vendors/queries";
import { vendors, type Vendor } from "@/areas/portal/tenants/vendors/vendors";
import { formOf, vendorValuesOf } from "@/areas/portal/tenants/vendors/schema";
import { CharityRateField } from "@/areas/portal/tenants/vendors/VendorFields";
import { brand } from "@/brands/current";
import { getLocale, m } from "@/i18n";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { InformationForm } from "./InformationForm";
import { PosterSheet } from "./PosterSheet";
import { posterQuery } from "./posters";
import { informationPayload, vendorInformationOf, vendorInformationSchema } from "./schema";
import { VendorInformationFacts } from "./VendorInformationFacts";
import { VendorPreview } from "./VendorPreview";
import { shopVisitorFields } from "./visitorFields";

export function VendorInformationFormPage() {
  const id = useTenant("vid");
  // Load in parallel with the record.
  usePrefetchQuery(posterQuery(id, getLocale()));
  const found = useQuery(vendorCalls.oneQuery(id));
  const vendor = found.data;
  useLeaveTenant(found, vendors.paths.list);
  if (!vendor) return <FormLoading title={m.tenants_information()} />;
  return <VendorInformation key={id} vendor={vendor} />;
}

function VendorInformation({ vendor }: { vendor: Vendor }) {
  const isOwn = !isAdministrator(useProfile());
  const { id } = vendor;
  const edit = useEdit(vendor, {
    query: vendorCalls.oneQuery(id),
    schema: vendorInformationSchema,
    valuesOf: vendorInformationOf,
  });
  return (
    <InformationForm
      config={vendors}
      tenant={vendor}
      edit={edit}
      save={(values) => {
        const whole = isOwn ? {} : formOf(vendorValuesOf(edit.began));
        const charityRate = Number(values.charityRate);
        return vendorCalls.change(edit.began, { ...informationPayload(values, whole), charityRate });
      }}
      edited={m.vendors_information_edited()}
      preview={<VendorPreview vendor={vendor} form={edit.form} />}
      pagePath={paths.vendor(id)}
      aside={<PosterSheet vendor={vendor} />}
    >
      <FormSection title={m.tenants_section_business()}>
        <FormTextField name="legalName" label={m.field_legal_name()} className="sm:col-span-full" />
        <WebsiteField />
      </FormSection>
      <AddressSection />
      <FormSection title={m.tenants_section_page()} hint={m.vendors_page_hint()}>
        <FormPictureField name="logoPath" label={m.field_logo()} kind="vendor" className="sm:col-span-full" />
        <FormTextArea
          name="description"
          label={m.field_description()}
          isOptional
          className="sm:col-span-full"
        />
      </FormSection>
      <VisitorsSection fields={shopVisitorFields} />
      <FormSection title={m.tenants_section_sales()} hint={m.vendors_sales_hint()}>
        <CardAmountsField name="cardAmount" legend={m.tenants_card_amount()} className="sm:col-span-full" />
        <CustomAmountsField name="customAmount" className="sm:col-span-full" />
        {brand.hasCharities && <CharityRateField />}
      </FormSection>
      {isOwn && vendor.givesBank && <BankSection hint={m.tenants_give_bank_hint()} />}
      {isOwn && <VendorInformationFacts vendor={vendor} />}
    </InformationForm>
  );
}
