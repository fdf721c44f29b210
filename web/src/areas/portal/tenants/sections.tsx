// Form sections that vendors and charities share.
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { FormSection } from "@/areas/portal/kit/FormSection";
import { m } from "@/i18n";
import { provinceName } from "@/lib/provinces";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormProvinceField } from "@/shared/form/FormProvinceField";
import { FormSelect } from "@/shared/form/FormSelect";
import type { Choice } from "@/ui/form/ChoiceSelect";
import { FactSection } from "./readFirst";

export function AddressSection() {
  return (
    <FactSection
      title={m.tenants_section_address()}
      hint={m.tenants_section_address_hint()}
      facts={[
        { name: "address.addressLine1", term: m.field_address_line1() },
        { name: "address.addressLine2", term: m.field_address_line2() },
        { name: "address.city", term: m.field_city() },
        { name: "address.province", term: m.field_province(), text: provinceName },
        { name: "address.postalCode", term: m.field_postal_code() },
      ]}
    >
      <FormTextField
        name="address.addressLine1"
        label={m.field_address_line1()}
        className="sm:col-span-full"
      />
      <FormTextField
        name="address.addressLine2"
        label={m.field_address_line2()}
        isOptional
        className="sm:col-span-full"
      />
      <FormTextField name="address.city" label={m.field_city()} />
      <FormProvinceField name="address.province" label={m.field_province()} />
      <FormTextField name="address.postalCode" label={m.field_postal_code()} />
    </FactSection>
  );
}

export function ContactSection() {
  return (
    <FactSection
      title={m.tenants_section_contact()}
      hint={m.tenants_section_contact_hint()}
      facts={[
        { name: "primaryContact.firstName", term: m.field_first_name() },
        { name: "primaryContact.lastName", term: m.field_last_name() },
        { name: "primaryContact.email", term: m.field_email() },
        { name: "primaryContact.workPhoneNumber", term: m.field_work_phone() },
        { name: "primaryContact.phoneNumber", term: m.field_mobile_phone() },
      ]}
    >
      <FormTextField name="primaryContact.firstName" label={m.field_first_name()} autoComplete="off" />
      <FormTextField name="primaryContact.lastName" label={m.field_last_name()} autoComplete="off" />
      <FormTextField
        name="primaryContact.email"
        label={m.field_email()}
        type="email"
        autoComplete="off"
        className="sm:col-span-full"
      />
      <FormTextField
        name="primaryContact.workPhoneNumber"
        label={m.field_work_phone()}
        type="tel"
        autoComplete="off"
      />
      <FormTextField
        name="primaryContact.phoneNumber"
        label={m.field_mobile_phone()}
        type="tel"
        autoComplete="off"
      />
    </FactSection>
  );
}

/**
 * Section with the bank numbers. Focusing a masked number selects it, because it can only be
 * replaced as a whole.
 */
export function BankSection({ hint }: { hint?: string }) {
  const number = {
    inputMode: "numeric",
    autoComplete: "off",
    onFocus: ({ target }: { target: HTMLInputElement }) => target.select(),
  } as const;
  return (
    <FactSection
      title={m.tenants_section_bank()}
      hint={hint ?? m.tenants_section_bank_hint()}
      facts={[
        { name: "institutionNumber", term: m.tenants_institution_number() },
        { name: "transitNumber", term: m.tenants_transit_number() },
        { name: "accountNumber", term: m.tenants_account_number() },
      ]}
    >
      <FormTextField {...number} name="institutionNumber" label={m.tenants_institution_number()} />
      <FormTextField {...number} name="transitNumber" label={m.tenants_transit_number()} />
      <FormTextField
        {...number}
        name="accountNumber"
        label={m.tenants_account_number()}
        className="sm:col-span-full"
      />
    </FactSection>
  );
}

export function WebsiteField() {
  return (
    <FormTextField
      name="website"
      label={m.tenants_website()}
      hint={m.tenants_website_hint()}
      type="url"
      isOptional
      className="sm:col-span-full"
    />
  );
}

/** Section with information for visitors, such as phone and opening hours. */
export function VisitorsSection({ children }: { children?: ReactNode }) {
  return (
    <FormSection title={m.tenants_section_visitors()} hint={m.tenants_section_visitors_hint()}>
      <FormTextField
        name="phone"
        label={m.tenants_public_phone()}
        type="tel"
        autoComplete="off"
        isOptional
        className="sm:col-span-full"
      />
      <FormTextArea
        name="openingHours"
        label={m.tenants_opening_hours()}
        hint={m.tenants_opening_hours_hint()}
        rows={3}
        isOptional
        className="sm:col-span-full"
      />
      <FormTextArea
        name="frenchOpeningHours"
        label={m.tenants_french_opening_hours()}
        hint={m.tenants_french_opening_hours_hint()}
        rows={3}
        isOptional
        className="sm:col-span-full"
      />
      {children}
    </FormSection>
  );
}

interface ChoiceFieldProps<Found, Key extends QueryKey> {
  name: string;
  label: string;
  /** Query for the choices: all active directory entries. */
  query: UseQueryOptions<Found[], Error, Choice[], Key>;
}

/**
 * Field for a directory entry. An entry that was deactivated after it was chosen stays selected,
 * and is marked as inactive.
 */
export function ChoiceField<Found, Key extends QueryKey>({
  name,
  label,
  query,
}: ChoiceFieldProps<Found, Key>) {
  const { data: choices = [], isSuccess, error } = useQuery(query);
  const { formState } = useFormContext<Record<string, string>>();
  const before = formState.defaultValues?.[name] ?? "";
  const isGone = before !== "" && !choices.some(({ value }) => value === before);
  return (
    <FormSelect
      // Remount when the options arrive, because a select can't show a value before its option
      // exists.
      key={String(isSuccess)}
      name={name}
      label={label}
      choicesError={isSuccess ? undefined : error}
      choices={[
        { value: "", text: m.tenants_choose() },
        ...choices,
        ...(isGone ? [{ value: before, text: isSuccess ? m.tenants_switched_off() : "…" }] : []),
      ]}
    />
  );
}
