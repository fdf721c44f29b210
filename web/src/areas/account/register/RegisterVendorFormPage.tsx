import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "@/api/client";
import { categoriesQuery } from "@/api/queries/choices";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { FormCaptcha } from "@/shared/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/shared/captcha/useCaptchaMutation";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { AgreeBox } from "./AgreeBox";
import type { Vendor } from "./tenantSchemas";
import { noVendor } from "./blank";
import { SortField } from "./SortField";
import { TenantFields } from "./TenantFields";

const rules = async () => (await import("./tenantSchemas")).vendorSchema();

async function register({ isAgreed: _isAgreed, primaryContact, ...vendor }: Vendor): Promise<void> {
  const contact = { ...primaryContact, appName: brand.slug };
  await call("post", "/api/v1/Accounts/vendor", { body: { ...vendor, primaryContact: contact } });
}

export function RegisterVendorFormPage() {
  const navigate = useNavigate();
  const { data: choices } = useQuery(categoriesQuery());
  const form = useLateZodForm(rules, noVendor);
  const { mutateAsync } = useCaptchaMutation(form, async (vendor) => {
    await register(vendor);
    await navigate(paths.registerVendorSuccess());
  });

  return (
    <EntrancePage title={m.account_register_vendor()} lead={m.account_register_vendor_lead()}>
      <Form
        form={form}
        onSubmit={mutateAsync}
        submitLabel={m.account_register()}
        isHeldUntilValid
        isWholePage
      >
        <div className="grid gap-10">
          <TenantFields title={m.account_your_business()}>
            <SortField name="businessInfo.categoryId" label={m.account_category()} choices={choices} />
          </TenantFields>
          <div className="grid gap-3">
            <AgreeBox message={m.account_agree_business} />
            <FormCaptcha purpose="vendor" />
          </div>
        </div>
      </Form>
    </EntrancePage>
  );
}
