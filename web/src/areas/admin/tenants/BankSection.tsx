import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { FormSection } from "./FormSection";

/** A masked number is replaced as a whole: stepping into its field marks all of it. */
export function BankSection() {
  const number = {
    inputMode: "numeric",
    autoComplete: "off",
    onFocus: ({ target }: { target: HTMLInputElement }) => target.select(),
  } as const;
  return (
    <FormSection title={m.tenants_section_bank()} hint={m.tenants_section_bank_hint()}>
      <FormTextField {...number} name="institutionNumber" label={m.tenants_institution_number()} />
      <FormTextField {...number} name="transitNumber" label={m.tenants_transit_number()} />
      <FormTextField
        {...number}
        name="accountNumber"
        label={m.tenants_account_number()}
        className="form-section-wide"
      />
    </FormSection>
  );
}
