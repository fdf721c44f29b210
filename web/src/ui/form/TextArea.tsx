import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./Field";

export function TextArea({
  label,
  hint,
  error,
  isOptional,
  className,
  id,
  rows = 4,
  ...area
}: ComponentProps<"textarea"> & FieldTexts) {
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => <textarea {...area} {...wiring} rows={rows} className="control block" />}
    </Field>
  );
}
