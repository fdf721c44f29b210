// Form sections that vendors and charities share.
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { Fields } from "@/areas/portal/kit/fields";
import { FormSection } from "@/areas/portal/kit/FormSection";
import { FormPictureField } from "@/areas/portal/kit/PictureField";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { m } from "@/i18n";
import { provinceName } from "@/lib/provinces";
import { FormTextField } from "@/shared/form/fields";
import { FormProvinceField } from "@/shared/form/FormProvinceField";
import { FormSelect } from "@/shared/form/FormSelect";
import type { Choice } from "@/ui/form/ChoiceSelect";
import { BusinessNumberField, businessNumberText } from "./BusinessNumberField";
import { EditableSection, type NamedField, type SectionField } from "./EditableSection";

/** Class name of a field as wide as its section. */
export const WIDE = "sm:col-span-full";

export function AddressSection() {
  return (
    <EditableSection
      title={m.tenants_section_address()}
      hint={m.tenants_section_address_hint()}
      fields={[
        {
          name: "address.addressLine1",
          label: m.field_address_line1(),
          input: (field) => <FormTextField {...field} className={WIDE} />,
        },
        {
          name: "address.addressLine2",
          label: m.field_address_line2(),
          input: (field) => <FormTextField {...field} isOptional className={WIDE} />,
        },
        { name: "address.city", label: m.field_city() },
        {
          name: "address.province",
          label: m.field_province(),
          text: provinceName,
          input: (field) => <FormProvinceField {...field} />,
        },
        { name: "address.postalCode", label: m.field_postal_code() },
      ]}
    />
  );
}

/** A text field that browsers don't fill in with the user's own data. */
function plainInput(more: { type?: "email" | "tel"; className?: string } = {}) {
  return (field: NamedField) => <FormTextField {...field} {...more} autoComplete="off" />;
}

export function ContactSection() {
  return (
    <EditableSection
      title={m.tenants_section_contact()}
      hint={m.tenants_section_contact_hint()}
      fields={[
        { name: "primaryContact.firstName", label: m.field_first_name(), input: plainInput() },
        { name: "primaryContact.lastName", label: m.field_last_name(), input: plainInput() },
        {
          name: "primaryContact.email",
          label: m.field_email(),
          input: plainInput({ type: "email", className: WIDE }),
        },
        {
          name: "primaryContact.workPhoneNumber",
          label: m.field_work_phone(),
          input: plainInput({ type: "tel" }),
        },
        {
          name: "primaryContact.phoneNumber",
          label: m.field_mobile_phone(),
          input: plainInput({ type: "tel" }),
        },
      ]}
    />
  );
}

/** A bank number. Focusing a masked one selects it, because it can only be replaced as a whole. */
function bankInput(className?: string) {
  return (field: NamedField) => (
    <FormTextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      onFocus={({ target }) => target.select()}
      className={className}
    />
  );
}

export function BankSection({ hint }: { hint?: string }) {
  return (
    <EditableSection
      title={m.tenants_section_bank()}
      hint={hint ?? m.tenants_section_bank_hint()}
      fields={[
        { name: "institutionNumber", label: m.tenants_institution_number(), input: bankInput() },
        { name: "transitNumber", label: m.tenants_transit_number(), input: bankInput() },
        { name: "accountNumber", label: m.tenants_account_number(), input: bankInput(WIDE) },
      ]}
    />
  );
}

/** Returns the fields of the names, in the form of an administrator. */
export function nameFields(): SectionField[] {
  return [
    { name: "legalName", label: m.field_legal_name() },
    { name: "displayName", label: m.tenants_display_name() },
    {
      name: "businessNumber",
      label: m.field_business_number(),
      text: businessNumberText,
      input: ({ name }) => <BusinessNumberField name={name} />,
    },
  ];
}

/** Returns a field for a directory entry. */
export function choiceField<Found, Key extends QueryKey>(
  name: string,
  label: string,
  query: UseQueryOptions<Found[], Error, Choice[], Key>,
): SectionField {
  return {
    name,
    label,
    text: (value) => <ChoiceName value={value} query={query} />,
    input: (field) => <ChoiceField {...field} query={query} />,
  };
}

/** Returns the fields of a public page's section, in the form of an administrator. */
export function pageFields(kind: "vendor" | "charity", texts: readonly SectionField[]): SectionField[] {
  return [
    {
      name: "logoPath",
      label: m.field_logo(),
      text: (key) => <PictureTile kind={kind} pictureKey={key} name="" />,
      input: (field) => <FormPictureField {...field} kind={kind} isOptional className={WIDE} />,
    },
    { name: "website", label: m.tenants_website(), input: () => <WebsiteField /> },
    ...texts,
  ];
}

export function WebsiteField() {
  return (
    <FormTextField
      name="website"
      label={m.tenants_website()}
      hint={m.tenants_website_hint()}
      type="url"
      isOptional
      className={WIDE}
    />
  );
}

/** Section with information for visitors, such as phone and opening hours. */
export function VisitorsSection({ fields }: Pick<ComponentProps<typeof Fields>, "fields">) {
  return (
    <FormSection title={m.tenants_section_visitors()} hint={m.tenants_section_visitors_hint()}>
      <Fields fields={fields} className={WIDE} />
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
function ChoiceField<Found, Key extends QueryKey>({ name, label, query }: ChoiceFieldProps<Found, Key>) {
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

interface ChoiceNameProps<Found, Key extends QueryKey> {
  value: string;
  query: UseQueryOptions<Found[], Error, Choice[], Key>;
}

/** Name of the chosen directory entry. */
function ChoiceName<Found, Key extends QueryKey>({ value, query }: ChoiceNameProps<Found, Key>) {
  const { data } = useQuery(query);
  if (!data) return "…";
  return data.find((choice) => choice.value === value)?.text ?? m.tenants_switched_off();
}
