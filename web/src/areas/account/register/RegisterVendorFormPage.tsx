import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "@/api/client";
import { categoriesQuery } from "@/api/queries/choices";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useLateZodForm } from "@/shared/form/useZodForm";
import type { VendorRegistration } from "./tenantSchemas";
import { noVendor } from "./blank";
import { RegisterTenant } from "./RegisterTenant";
import { ShopTerms, WhatItCosts } from "./ShopTerms";
import { SortField } from "./TenantFields";

const rules = async () => (await import("./tenantSchemas")).vendorRegistrationSchema();

async function register({
  isAgreed: _isAgreed,
  primaryContact,
  ...vendor
}: VendorRegistration): Promise<void> {
  const contact = { ...primaryContact, appName: brand.slug };
  const returnUrl = location.origin + paths.home();
  const businessInfo = { ...vendor.businessInfo, charityRate: Number(vendor.businessInfo.charityRate) };
  const body = { ...vendor, businessInfo, primaryContact: contact, returnUrl };
  await call("post", "/api/v1/Accounts/vendor", { body });
}

export function RegisterVendorFormPage() {
  const navigate = useNavigate();
  const choices = useQuery(categoriesQuery());
  const form = useLateZodForm(rules, noVendor);
  const onSubmit = async (vendor: VendorRegistration) => {
    await register(vendor);
    await navigate(paths.registerVendorSuccess());
  };

  return (
    <RegisterTenant
      kind="vendor"
      title={m.account_register_vendor()}
      lead={m.account_register_vendor_lead()}
      organizationTitle={m.account_your_business()}
      addressTitle={m.account_business_address()}
      agreement={m.account_agree_business}
      form={form}
      onSubmit={onSubmit}
      before={<WhatItCosts />}
      terms={<ShopTerms />}
    >
      <SortField name="businessInfo.categoryId" label={m.field_category()} choices={choices} />
    </RegisterTenant>
  );
}
