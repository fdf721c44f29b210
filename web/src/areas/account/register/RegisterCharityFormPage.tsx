import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "@/api/client";
import { organizationTypesQuery } from "@/api/queries/choices";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useLateZodForm } from "@/shared/form/useZodForm";
import type { CharityRegistration } from "./tenantSchemas";
import { noCharity } from "./blank";
import { RegisterTenant } from "./RegisterTenant";
import { SortField } from "./TenantFields";

const rules = async () => (await import("./tenantSchemas")).charityRegistrationSchema();

async function register({
  isAgreed: _isAgreed,
  primaryContact,
  ...charity
}: CharityRegistration): Promise<void> {
  const contact = { ...primaryContact, appName: brand.slug };
  const returnUrl = location.origin + paths.home();
  await call("post", "/api/v1/Accounts/charity", {
    body: { ...charity, primaryContact: contact, returnUrl },
  });
}

export function RegisterCharityFormPage() {
  const navigate = useNavigate();
  const choices = useQuery(organizationTypesQuery());
  const form = useLateZodForm(rules, noCharity);
  const onSubmit = async (charity: CharityRegistration) => {
    await register(charity);
    await navigate(paths.registerCharitySuccess());
  };

  return (
    <RegisterTenant
      kind="charity"
      title={m.account_register_charity()}
      lead={m.account_register_charity_lead()}
      organizationTitle={m.account_your_organization()}
      addressTitle={m.account_organization_address()}
      agreement={m.account_agree_charity}
      form={form}
      onSubmit={onSubmit}
    >
      <SortField name="businessInfo.organizationType" label={m.field_organization_type()} choices={choices} />
    </RegisterTenant>
  );
}
