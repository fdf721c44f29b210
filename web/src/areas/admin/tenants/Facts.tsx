import "./tenants.css";
import type { ReactNode } from "react";

interface FactsProps {
  facts: readonly { term: string; text: ReactNode }[];
}

/** What is known and can't be changed here. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="tenant-facts form-section-wide">
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
