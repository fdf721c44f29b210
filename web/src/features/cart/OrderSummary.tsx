import type { ReactNode } from "react";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { CauseShares } from "./CauseShares";
import type { SharingItem } from "./causeShares";

export interface OrderSummaryProps {
  items: readonly (SharingItem & { quantity: number })[];
  /** In dollars. */
  total: number;
  /** The items, if the page doesn't show them elsewhere. */
  lines?: ReactNode;
  /** Buttons for the next step. */
  children?: ReactNode;
}

export const orderSummaryClass = "self-start rounded-panel bg-surface p-7 shadow-raised lg:sticky lg:top-8";

/** Order summary with the total in whole dollars. There are no fees or taxes. */
export function OrderSummary({ items, total, lines, children }: OrderSummaryProps) {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <aside aria-labelledby="order-summary" className={orderSummaryClass}>
      <h2 id="order-summary" className="sentence-case text-xl">
        {m.cart_summary()}
      </h2>
      {lines}
      <dl className="mt-5">
        <div className="flex items-baseline justify-between gap-4 border-b border-line py-2.5 tabular-nums">
          <dt>{m.cart_extra()}</dt>
          <dd>{formatMoney(0)}</dd>
        </div>
        <div
          className="flex items-baseline justify-between gap-4 pt-4 font-[650] tabular-nums"
          aria-live="polite"
        >
          <dt>{m.cart_total({ count })}</dt>
          <dd className="font-display text-2xl leading-none font-title tracking-(--amount-tracking) whitespace-nowrap">
            {formatMoney(total)}
          </dd>
        </div>
      </dl>
      <CauseShares items={items} />
      {children && <div className="mt-6 grid gap-3">{children}</div>}
      <p className="mt-4 text-sm text-ink-soft">{m.cart_currency()}</p>
    </aside>
  );
}
