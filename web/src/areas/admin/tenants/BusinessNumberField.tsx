import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { hintOf } from "./businessNumber";

/** Says what the number is recognised as. An unknown one is taken all the same: there are more registers than we know. */
export function BusinessNumberField({ name }: { name: string }) {
  const number = useFormContext<Record<string, string>>().watch(name);
  return <FormTextField name={name} label={m.field_business_number()} hint={hintOf(number ?? "")} />;
}

/** The number as it is read, and below it what it is recognised as. */
export function businessNumberText(number: string) {
  const hint = hintOf(number);
  return (
    <>
      {number}
      {hint && <span className="block text-sm font-normal text-ink-soft">{hint}</span>}
    </>
  );
}
