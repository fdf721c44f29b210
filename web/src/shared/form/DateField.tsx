import type { ComponentProps } from "react";
import { TextField } from "@/ui/form/TextField";
import { UNREADABLE_DATE } from "./richRules";
import { useControlledField } from "./useControlledField";

type DateFieldProps = Omit<
  ComponentProps<typeof TextField>,
  "name" | "error" | "value" | "type" | "ref" | "onChange" | "onBlur"
> & { name: string };

/**
 * A date field of the platform. For an impossible date (31 February) browsers report an empty
 * value, so the form gets a marker value and shows an error.
 */
export function FormDateField({ name, ...input }: DateFieldProps) {
  const { value, pick, wiring, error } = useControlledField<string | undefined>(name);
  return (
    <TextField
      {...input}
      type="date"
      {...wiring}
      error={error}
      value={value === UNREADABLE_DATE ? "" : (value ?? "")}
      onChange={({ target }) => pick(target.validity.badInput ? UNREADABLE_DATE : target.value)}
    />
  );
}
