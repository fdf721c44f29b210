import type { ReactNode } from "react";
import { Link } from "react-router";
import { Money } from "@/ui/Money";
import { Skeleton } from "@/ui/layout/Skeleton";

export interface Term {
  label: string;
  /** Amount in dollars; `undefined` while it loads. */
  amount: number | undefined;
  /** Operator before the term. */
  sign?: "+" | "−" | "=" | undefined;
  note?: ReactNode;
  /** Page with the rows behind the amount. */
  to?: string | undefined;
}

/** A calculation with all its terms, so that readers can verify it. */
export function Equation({ label, terms }: { label: string; terms: readonly Term[] }) {
  return (
    <dl aria-label={label} className="flex flex-wrap items-stretch gap-x-3 gap-y-4">
      {terms.map(({ label: name, amount, sign, note, to }) => (
        <div
          key={name}
          className={
            sign === "="
              ? "relative grow basis-40 rounded-panel border border-brand bg-surface-tint p-4"
              : "relative grow basis-40 rounded-panel border border-line bg-surface p-4"
          }
        >
          <dt className="text-sm text-ink-soft">
            {sign && <span className="mr-1 font-bold text-ink">{sign}</span>}
            {to === undefined ? (
              name
            ) : (
              // The link covers the whole figure.
              <Link to={to} className="text-inherit after:absolute after:inset-0 after:rounded-panel">
                {name}
              </Link>
            )}
          </dt>
          <dd className="mt-2 text-xl font-bold">
            {amount === undefined ? <Skeleton className="h-7 w-24" /> : <Money amount={amount} />}
            {note && <span className="block text-sm font-normal text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
