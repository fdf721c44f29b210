import type { ReactNode } from "react";

interface FieldGroupProps {
  title: string;
  children: ReactNode;
}

/** Titled group of form fields. On wide screens two short fields share a line. */
export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className="field-group">
      <legend className="mb-4 font-display text-xl font-bold">{title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
