import type { ComponentProps } from "react";
import { ChoiceSelect } from "./ChoiceSelect";
import { Field, type FieldTexts } from "./Field";

type SelectProps = ComponentProps<typeof ChoiceSelect> & FieldTexts & { className?: string };

/** A form field with a select. */
export function Select({ label, hint, error, isOptional, className, id, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => <ChoiceSelect {...select} {...wiring} />}
    </Field>
  );
}
