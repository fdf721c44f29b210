import { useWatch } from "react-hook-form";
import { m } from "@/i18n";
import { recognised, type BusinessNumberKind } from "@/lib/businessNumber";
import { FormTextField } from "./fields";

const said: Record<BusinessNumberKind, (inputs: { number: string }) => string> = {
  revenue: m.field_business_number_revenue,
  quebec: m.field_business_number_quebec,
  misspelt: m.field_business_number_misspelt,
  unknown: m.field_business_number_unknown,
};

/** Says what the number is recognised as. An unknown one is taken all the same: there are more registers than we know. */
export function BusinessNumberField({ name }: { name: string }) {
  const number = useWatch({ name }) as string | undefined;
  const found = recognised(number ?? "");
  return (
    <FormTextField
      name={name}
      label={m.field_business_number()}
      hint={found && said[found.kind]({ number: found.number })}
    />
  );
}
