import { useEffect, useRef, useState, type ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import type { suggestAddress } from "@/lib/mistypedDomain";
import { TextField } from "@/ui/form/TextField";
import { useField } from "./useField";

type EmailFieldProps = Pick<
  ComponentProps<typeof TextField>,
  "label" | "hint" | "autoComplete" | "className"
> & {
  name: string;
};

/** Field for an email address. Below a mistyped domain it offers the one that was probably meant. */
export function FormEmailField({ name, className, ...field }: EmailFieldProps) {
  const { setValue, setFocus } = useFormContext();
  const { registration, error } = useField(name);
  const { onChange, onBlur, ...wiring } = registration;
  const suggest = useRef<typeof suggestAddress>(undefined);
  const [suggested, setSuggested] = useState<string>();
  // Not loaded while the user types: code that is missing after a new release reloads the page. Without the code, there is no hint.
  useEffect(() => {
    import("@/lib/mistypedDomain").then(
      (code) => (suggest.current = code.suggestAddress),
      () => undefined,
    );
  }, []);
  const take = () => {
    setValue(name, suggested, { shouldDirty: true, shouldValidate: true });
    setSuggested(undefined);
    setFocus(name);
  };
  return (
    <div className={className}>
      <TextField
        {...field}
        {...wiring}
        type="email"
        inputMode="email"
        error={error}
        onChange={(event) => {
          setSuggested(suggest.current?.(event.target.value, false));
          void onChange(event);
        }}
        onBlur={(event) => {
          setSuggested(suggest.current?.(event.target.value, true));
          void onBlur(event);
        }}
      />
      <div aria-live="polite">
        {suggested !== undefined && (
          <button
            type="button"
            className="min-h-11 text-start font-semibold wrap-anywhere text-brand underline underline-offset-3"
            onClick={take}
          >
            {m.form_email_meant({ email: suggested })}
          </button>
        )}
      </div>
    </div>
  );
}
