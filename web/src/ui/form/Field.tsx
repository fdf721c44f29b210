import { useId, type ReactNode } from "react";
import { m } from "@/i18n";
import { FieldError } from "./FieldError";

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Marks the field as optional. Fields are required by default, because most of them are. */
  isOptional?: boolean | undefined;
}

interface ControlWiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps extends FieldTexts {
  id?: string | undefined;
  className?: string | undefined;
  children: (wiring: ControlWiring) => ReactNode;
}

/** Label, hint, control and error, connected by ids for screen readers. */
export function Field({ label, hint, error, isOptional, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={className}>
      <label htmlFor={controlId} className="mb-1.5 block font-semibold">
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> {m.kit_optional()}</span>}
      </label>
      {hint && (
        <p id={hintId} className="mb-2 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": isOptional ? undefined : true,
      })}
      <FieldError id={errorId} message={error} />
    </div>
  );
}
