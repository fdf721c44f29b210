import { Icon } from "./Icon";
import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./Field";

export interface Choice {
  value: string;
  text: string;
}

type SelectProps = Omit<ComponentProps<"select">, "children"> & FieldTexts & { choices: readonly Choice[] };

/** The platform's own list: the best one on a phone, and complete for keyboards and screen readers everywhere. */
export function Select({ label, hint, error, isOptional, className, id, choices, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => (
        <span className="relative block">
          <select {...select} {...wiring} className="control">
            {choices.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            size={20}
            className="pointer-events-none absolute right-3.5 top-3.5 text-ink-soft"
          />
        </span>
      )}
    </Field>
  );
}
