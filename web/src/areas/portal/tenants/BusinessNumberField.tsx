import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { hintOf } from "./businessNumber";

/**
 * Field that shows the recognized kind of business number. Unknown kinds are accepted, because
 * other registers exist.
 */
export function BusinessNumberField({ name }: { name: string }) {
  const number = useFormContext<Record<string, string>>().watch(name);
  return <FormTextField name={name} label={m.field_business_number()} hint={hintOf(number ?? "")} />;
}

/** Returns the number with its recognized kind below it. */
export function businessNumberText(number: string) {
  const hint = hintOf(number);
  return (
    <>
      {number}
      {hint && <span className="block text-sm font-normal text-ink-soft">{hint}</span>}
    </>
  );
}
