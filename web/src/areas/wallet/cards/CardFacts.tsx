import type { ReactNode } from "react";

/** Facts about a card, in as many columns as fit. Not printed. */
export function CardFacts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,220px),1fr))] gap-x-6 gap-y-4 empty:hidden print:hidden [&_dd]:font-semibold [&_dt]:text-sm/normal [&_dt]:text-ink-soft">
      {children}
    </dl>
  );
}
