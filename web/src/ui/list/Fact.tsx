import type { ReactNode } from "react";

interface FactProps {
  term: string;
  /** Takes the full width. */
  isLong?: boolean;
  children: ReactNode;
}

/** One term and its value in a `<dl>`. A dash marks an unknown value. */
export function Fact({ term, isLong = false, children }: FactProps) {
  return (
    <div className={isLong ? "col-span-full" : undefined}>
      <dt>{term}</dt>
      <dd className="wrap-anywhere">{children || "–"}</dd>
    </div>
  );
}
