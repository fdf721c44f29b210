import type { ReactNode } from "react";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { CauseShares } from "./CauseShares";
import type { SharingItem } from "./causeShares";

interface OrderSummaryProps {
  items: readonly (SharingItem & { quantity: number })[];
  /** In dollars. */
  total: number;
  /** What it is made of, where that isn't on the page anyway. */
  lines?: ReactNode;
  /** What to do next. */
  children?: ReactNode;
}

/** What it all comes to: whole dollars, nothing on top. */
export function OrderSummary({ items, total, lines, children }: OrderSummaryProps) {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <aside aria-labelledby="order-summary" className="order-summary">
      <h2 id="order-summary" className="text-xl">
        {m.cart_summary()}
      </h2>
      {lines}
      <dl className="mt-5">
        <div className="order-row">
          <dt>{m.cart_extra()}</dt>
          <dd>{formatMoney(0)}</dd>
        </div>
        <div className="order-row order-total" aria-live="polite">
          <dt>{m.cart_total({ count })}</dt>
          <dd>{formatMoney(total)}</dd>
        </div>
      </dl>
      <CauseShares items={items} />
      {children && <div className="mt-6 grid gap-3">{children}</div>}
      <p className="mt-4 text-sm text-ink-soft">{m.cart_currency()}</p>
    </aside>
  );
}
