import type { ReactNode } from "react";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { useCauseShares } from "@/features/cart/causeShares";
import { OrderSummary } from "@/features/cart/OrderSummary";
import { CartGroup } from "./CartGroup";
import type { Line } from "./CartLine";

interface FullCartProps {
  lines: readonly Line[];
  /** Stands above the cards: what there is to know about all of them. */
  notice?: ReactNode;
  /** What to do next. */
  children: ReactNode;
}

const isForCause = ({ item }: Line) => brand.hasCharities && item.type === 1;

/** The cards by their kind, and what they come to. */
export function FullCart({ lines, notice, children }: FullCartProps) {
  const items = lines.map(({ item }) => item);
  const shareOf = useCauseShares(items);
  const shown = lines.map((line) => ({ ...line, share: shareOf(line.item) }));
  return (
    <div className="cart-page">
      <div className="grid content-start gap-10">
        {notice}
        <CartGroup title={m.cart_for_causes()} lines={shown.filter(isForCause)} />
        <CartGroup title={m.cart_for_shops()} lines={shown.filter((line) => !isForCause(line))} />
      </div>
      <OrderSummary items={items} total={items.reduce((sum, { total }) => sum + total, 0)}>
        {children}
      </OrderSummary>
    </div>
  );
}
