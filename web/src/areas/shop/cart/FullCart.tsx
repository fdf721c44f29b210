import type { ReactNode } from "react";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import type { CartEntry } from "@/features/cart/useCart";
import { OrderSummary } from "@/features/cart/OrderSummary";
import { CartGroup } from "./CartGroup";
import { cartGrid } from "./cartLook";

interface FullCartProps {
  entries: readonly CartEntry[];
  /** Notice above the items that concerns all of them. */
  notice?: ReactNode;
  /** Buttons for the next step. */
  children: ReactNode;
}

const isForCause = ({ item }: CartEntry) => brand.hasCharities && item.type === 1;

/** Cart items grouped by card type, with the order summary. */
export function FullCart({ entries, notice, children }: FullCartProps) {
  const items = entries.map(({ item }) => item);
  const total = items.reduce((sum, { total: price }) => sum + price, 0);
  return (
    <div className={cartGrid}>
      <div className="grid content-start gap-10">
        {notice}
        <CartGroup title={m.cart_for_causes()} lines={entries.filter(isForCause)} />
        <CartGroup
          title={brand.hasCharities ? m.cart_for_shops() : m.cart_cards()}
          lines={entries.filter((entry) => !isForCause(entry))}
        />
      </div>
      <OrderSummary items={items} total={total}>
        <div className="sticky-action sm:grid">
          <span
            className="font-display text-xl/normal font-title tracking-(--amount-tracking) max-sm:flex-none max-sm:empty:hidden sm:hidden"
            aria-hidden="true"
          >
            {formatMoney(total)}
          </span>
          {children}
        </div>
      </OrderSummary>
    </div>
  );
}
