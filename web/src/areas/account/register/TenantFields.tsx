import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "@/i18n";
import { FormSelect } from "@/shared/form/FormSelect";
import { FormTextField } from "@/shared/form/fields";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { FieldGroup } from "./FieldGroup";

interface TenantFieldsProps {
  title: string;
  addressTitle: string;
  /** The field for the category of the organization. */
  children: ReactNode;
}

/** Fields that shops and causes share: name, address and contact. */
export function TenantFields({ title, addressTitle, children }: TenantFieldsProps) {
  return (
    <>
      <FieldGroup title={title}>
        <FormTextField
          name="businessInfo.legalName"
          label={m.field_legal_name()}
          autoComplete="organization"
          className="sm:col-span-2"
        />
        <FormTextField name="businessInfo.businessNumber" label={m.field_business_number()} />
        {children}
      </FieldGroup>
      <FieldGroup title={addressTitle}>
        <FormTextField
          name="businessInfo.address.addressLine1"
          label={m.field_address_line1()}
          autoComplete="address-line1"
          className="sm:col-span-2"
        />
        <FormTextField
          name="businessInfo.address.addressLine2"
          label={m.field_address_line2()}
          autoComplete="address-line2"
          isOptional
        />
        <FormTextField
          name="businessInfo.address.city"
          label={m.field_city()}
          autoComplete="address-level2"
        />
        <FormTextField
          name="businessInfo.address.province"
          label={m.field_province()}
          autoComplete="address-level1"
        />
        <FormTextField
          name="businessInfo.address.postalCode"
          label={m.field_postal_code()}
          autoComplete="postal-code"
        />
      </FieldGroup>
      <FieldGroup title={m.account_contact()}>
        <FormTextField
          name="primaryContact.firstName"
          label={m.field_first_name()}
          autoComplete="given-name"
        />
        <FormTextField
          name="primaryContact.lastName"
          label={m.field_last_name()}
          autoComplete="family-name"
        />
        <FormEmailField
          name="primaryContact.email"
          label={m.field_email()}
          autoComplete="email"
          className="sm:col-span-2"
        />
        <FormTextField
          name="primaryContact.workPhoneNumber"
          label={m.field_work_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="work tel"
        />
        <FormTextField
          name="primaryContact.phoneNumber"
          label={m.field_mobile_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="mobile tel"
        />
      </FieldGroup>
    </>
  );
}

interface SortFieldProps {
  name: string;
  label: string;
  /** Categories from the server. */
  choices: Pick<UseQueryResult<readonly { value: string; text: string }[]>, "data" | "error">;
}

/** Select for the category of an organization. It starts empty, so that applicants choose deliberately. */
export function SortField({ name, label, choices: { data, error } }: SortFieldProps) {
  const none = { value: "", text: m.account_choose() };
  return (
    <FormSelect
      name={name}
      label={label}
      choices={[none, ...(data ?? [])]}
      choicesError={data ? undefined : error}
    />
  );
}
