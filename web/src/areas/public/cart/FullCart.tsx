import type { ReactNode } from "react";
import { m } from "@/i18n";
import { OrderSummary } from "@/shared/cart/OrderSummary";
import { CartGroup } from "./CartGroup";
import type { Line } from "./CartLine";

interface FullCartProps {
  lines: readonly Line[];
  /** Stands above the cards: what there is to know about all of them. */
  notice?: ReactNode;
  /** What to do next. */
  children: ReactNode;
}

/** The cards by their kind, and what they come to. */
export function FullCart({ lines, notice, children }: FullCartProps) {
  const ofType = (type: number) => lines.filter(({ item }) => item.type === type);
  const items = lines.map(({ item }) => item);
  return (
    <div className="cart-page">
      <div className="grid content-start gap-10">
        {notice}
        <CartGroup title={m.cart_for_causes()} lines={ofType(1)} />
        <CartGroup title={m.cart_for_shops()} lines={ofType(2)} />
      </div>
      <OrderSummary items={items} total={items.reduce((sum, { total }) => sum + total, 0)}>
        {children}
      </OrderSummary>
    </div>
  );
}
