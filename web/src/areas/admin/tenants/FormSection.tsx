import "./tenants.css";
import { useId, type ReactNode } from "react";

interface FormSectionProps {
  title: string;
  /** What these fields are for, and who gets to see them. */
  children: ReactNode;
  hint?: ReactNode;
}

/** A part of a long form: its name at the side, its fields on a sheet of their own. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="form-section">
      <div>
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {hint && <p className="mt-1 max-w-[44ch] text-sm text-ink-soft">{hint}</p>}
      </div>
      <div className="form-section-fields">{children}</div>
    </section>
  );
}
