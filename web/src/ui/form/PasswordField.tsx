import { useState, type ComponentProps } from "react";
import { m } from "@/i18n";
import { Field, type FieldTexts } from "./Field";
import { IconButton } from "./IconButton";

type PasswordFieldProps = Omit<ComponentProps<"input">, "type"> & FieldTexts;

/** A password field with a button that shows the text. */
export function PasswordField({
  label,
  hint,
  error,
  isOptional,
  className,
  id,
  ...input
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...input}
            {...wiring}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="control pr-13"
          />
          <IconButton
            icon={isShown ? "eye-off" : "eye"}
            label={isShown ? m.form_hide_password() : m.form_show_password()}
            onClick={() => setIsShown(!isShown)}
            className="absolute top-0.5 right-0.5"
          />
        </span>
      )}
    </Field>
  );
}
