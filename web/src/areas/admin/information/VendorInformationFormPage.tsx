import { useQuery } from "@tanstack/react-query";
import { call } from "@/api/client";
import { FormPictureField } from "@/areas/admin/pictures/PictureField";
import { AddressSection } from "@/areas/admin/tenants/AddressSection";
import { CardAmountsField } from "@/areas/admin/tenants/CardAmountsField";
import { FormLoading } from "@/areas/admin/tenants/FormLoading";
import { FormSection } from "@/areas/admin/tenants/FormSection";
import { useKept } from "@/areas/admin/tenants/useKept";
import { useLeaveKept } from "@/areas/admin/tenants/useLeaveKept";
import { WebsiteField } from "@/areas/admin/tenants/WebsiteField";
import { vendors } from "@/areas/admin/vendors/about";
import { CharityRateField } from "@/areas/admin/vendors/CharityRateField";
import { vendorQuery, type Vendor } from "@/areas/admin/vendors/queries";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { useZodForm } from "@/shared/form/useZodForm";
import { InformationForm } from "./InformationForm";
import { PosterSheet } from "./PosterSheet";
import { vendorInformationOf, vendorInformationSchema, vendorPayload } from "./schema";
import { VendorFacts } from "./VendorFacts";
import { VendorPreview } from "./VendorPreview";

export function VendorInformationFormPage() {
  const id = useKept("vid");
  const { data: vendor, isError } = useQuery(vendorQuery(id));
  useLeaveKept(isError, vendors);
  if (!vendor) return <FormLoading title={m.tenants_information()} />;
  return <VendorInformation key={id} vendor={vendor} />;
}

function VendorInformation({ vendor }: { vendor: Vendor }) {
  const isOwn = !isAdministrator(useProfile());
  const form = useZodForm(vendorInformationSchema(), vendorInformationOf(vendor));
  const { id } = vendor;
  return (
    <InformationForm
      about={vendors}
      tenant={vendor}
      form={form}
      save={(values) =>
        call("put", "/api/v1/Vendors/{id}", { path: { id }, body: vendorPayload(vendor, values) })
      }
      edited={m.vendors_information_edited()}
      preview={<VendorPreview vendor={vendor} form={form} />}
      pagePath={paths.vendor(id)}
      aside={<PosterSheet vendor={vendor} />}
    >
      <FormSection title={m.tenants_section_business()}>
        <FormTextField name="legalName" label={m.field_legal_name()} className="form-section-wide" />
        <WebsiteField />
      </FormSection>
      <AddressSection />
      <FormSection title={m.tenants_section_page()} hint={m.vendors_page_hint()}>
        <FormPictureField
          name="logoPath"
          label={m.field_logo()}
          kind="vendor"
          className="form-section-wide"
        />
        <FormTextArea
          name="description"
          label={m.field_description()}
          isOptional
          className="form-section-wide"
        />
      </FormSection>
      <FormSection title={m.tenants_section_sales()} hint={m.vendors_sales_hint()}>
        <CardAmountsField name="cardAmount" legend={m.tenants_card_amount()} className="form-section-wide" />
        {!isOwn && <CharityRateField />}
      </FormSection>
      {isOwn && <VendorFacts vendor={vendor} />}
    </InformationForm>
  );
}
