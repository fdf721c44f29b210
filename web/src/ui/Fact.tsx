import type { ReactNode } from "react";

interface FactProps {
  term: string;
  /** Too long to stand beside another. */
  isLong?: boolean;
  children: ReactNode;
}

/** One thing that is known, in a list of such things (`<dl>`). A dash says that it isn't. */
export function Fact({ term, isLong = false, children }: FactProps) {
  return (
    <div className={isLong ? "col-span-full" : undefined}>
      <dt>{term}</dt>
      <dd className="wrap-anywhere">{children || "–"}</dd>
    </div>
  );
}
