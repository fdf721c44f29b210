import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "@/api/client";
import { organizationTypesQuery } from "@/api/queries/choices";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { FormCaptcha } from "@/shared/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/shared/captcha/useCaptchaMutation";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { AgreeBox } from "./AgreeBox";
import type { Charity } from "./tenantSchemas";
import { noCharity } from "./blank";
import { SortField } from "./SortField";
import { TenantFields } from "./TenantFields";

const rules = async () => (await import("./tenantSchemas")).charitySchema();

async function register({ isAgreed: _isAgreed, primaryContact, ...charity }: Charity): Promise<void> {
  const contact = { ...primaryContact, appName: brand.slug };
  await call("post", "/api/v1/Accounts/charity", { body: { ...charity, primaryContact: contact } });
}

export function RegisterCharityFormPage() {
  const navigate = useNavigate();
  const { data: choices } = useQuery(organizationTypesQuery());
  const form = useLateZodForm(rules, noCharity);
  const { mutateAsync } = useCaptchaMutation(form, async (charity) => {
    await register(charity);
    await navigate(paths.registerCharitySuccess());
  });

  return (
    <EntrancePage title={m.account_register_charity()} lead={m.account_register_charity_lead()}>
      <Form
        form={form}
        onSubmit={mutateAsync}
        submitLabel={m.account_register()}
        isHeldUntilValid
        isWholePage
      >
        <div className="grid gap-10">
          <TenantFields title={m.account_your_organization()}>
            <SortField
              name="businessInfo.organizationType"
              label={m.account_organization_type()}
              choices={choices}
            />
          </TenantFields>
          <div className="grid gap-3">
            <AgreeBox message={m.account_agree_business} />
            <FormCaptcha purpose="charity" />
          </div>
        </div>
      </Form>
    </EntrancePage>
  );
}
