import type { ComponentProps } from "react";
import { useController } from "react-hook-form";
import { TextField } from "@/ui/TextField";
import { UNREADABLE_DATE } from "./rules";
import { useField } from "./useField";

type DateFieldProps = Omit<
  ComponentProps<typeof TextField>,
  "name" | "error" | "value" | "type" | "ref" | "onChange" | "onBlur"
> & { name: string };

/**
 * A calendar date in the platform's own field. While it holds something that is no date (the 31st of February), the
 * browser gives nothing at all; the form is told, so that it can say so.
 */
export function FormDateField({ name, ...input }: DateFieldProps) {
  const { error } = useField(name);
  const {
    field: { ref, value, onBlur, onChange },
  } = useController<Record<string, string>>({ name });
  return (
    <TextField
      {...input}
      type="date"
      name={name}
      ref={ref}
      error={error}
      value={value === UNREADABLE_DATE ? "" : (value ?? "")}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.validity.badInput ? UNREADABLE_DATE : target.value)}
    />
  );
}
