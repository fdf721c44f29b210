import type { ComponentProps } from "react";
import { TextField } from "@/ui/TextField";
import { UNREADABLE_DATE } from "./richRules";
import { useControlledField } from "./useControlledField";

type DateFieldProps = Omit<
  ComponentProps<typeof TextField>,
  "name" | "error" | "value" | "type" | "ref" | "onChange" | "onBlur"
> & { name: string };

/**
 * A calendar date in the platform's own field. While it holds something that is no date (the 31st of February), the
 * browser gives nothing at all; the form is told, so that it can say so.
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
