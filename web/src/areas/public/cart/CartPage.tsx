import { useState } from "react";
import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import {
  changeLocalQuantity,
  removeFromLocalCart,
  useLocalCart,
  type CartItem,
} from "@/shared/cart/localCart";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { toast } from "@/ui/toast";
import { CartGroup } from "./CartGroup";
import { OrderSummary } from "./OrderSummary";
import { SignInDialog } from "./SignInDialog";

/** What is in the cart, and what it comes to. */
export function CartPage() {
  const { cartDetails: items, total } = useLocalCart();
  return (
    <Page title={m.cart_title()}>
      <div className="page py-10">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <PageHeading>{m.cart_heading()}</PageHeading>
          <Link to={paths.home()} className="back-link">
            {m.cart_continue()}
          </Link>
        </div>
        {items.length === 0 ? <EmptyCart /> : <FullCart items={items} total={total} />}
      </div>
    </Page>
  );
}

function EmptyCart() {
  return (
    <EmptyState
      scene="empty-cart"
      title={m.cart_empty()}
      className="py-12"
      action={
        <LinkButton to={paths.shopVendors()} variant="primary">
          {m.cart_to_shops()}
        </LinkButton>
      }
    >
      {m.cart_empty_text()}
    </EmptyState>
  );
}

function remove(item: CartItem): void {
  removeFromLocalCart(item);
  toast.success(m.cart_removed());
}

const actions = { onQuantity: changeLocalQuantity, onRemove: remove };

function FullCart({ items, total }: { items: readonly CartItem[]; total: number }) {
  const isGuest = useProfile() === undefined;
  const [isAsking, setIsAsking] = useState(false);
  const [first] = items;
  return (
    <div className="cart-page">
      <div className="grid content-start gap-10">
        <CartGroup title={m.cart_for_causes()} items={items.filter(({ type }) => type === 1)} {...actions} />
        <CartGroup title={m.cart_for_shops()} items={items.filter(({ type }) => type === 2)} {...actions} />
      </div>
      <OrderSummary items={items} total={total}>
        {isGuest && (
          <Button variant="primary" size="large" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {m.cart_checkout()}
          </Button>
        )}
      </OrderSummary>
      {isAsking && first && <SignInDialog item={first} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
