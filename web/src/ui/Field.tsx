import { useId, type ReactNode } from "react";
import { m } from "@/i18n";
import { FieldError } from "./FieldError";

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Fields are required unless they say otherwise: marking the few is quieter than starring the many. */
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

/** Label above, hint between, control, error below; and the ids that tie them together for a screen reader. */
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
