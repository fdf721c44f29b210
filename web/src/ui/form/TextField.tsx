import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Field, type FieldTexts } from "./Field";

type TextFieldProps = ComponentProps<"input"> &
  FieldTexts & {
    /** Content inside the control before the text: an icon or a currency sign. */
    leading?: ReactNode;
  };

export function TextField({
  label,
  hint,
  error,
  isOptional,
  leading,
  className,
  id,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => (
        <span className="relative block">
          {leading && (
            <span className="pointer-events-none absolute inset-y-0 left-0 grid w-11 place-items-center text-ink-soft">
              {leading}
            </span>
          )}
          <input type="text" {...input} {...wiring} className={cx("control", Boolean(leading) && "pl-11")} />
        </span>
      )}
    </Field>
  );
}
