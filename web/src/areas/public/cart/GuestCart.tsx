import { useEffect, useState } from "react";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { rememberRedirect } from "@/session/redirect";
import {
  changeLocalGift,
  changeLocalQuantity,
  removeFromLocalCart,
  useLocalCart,
  type CartItem,
} from "@/features/cart/localCart";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import type { Line } from "./CartLine";
import { EmptyCart } from "./EmptyCart";
import { FullCart } from "./FullCart";
import { SignInDialog } from "./SignInDialog";

export function removeLocally(item: CartItem): void {
  removeFromLocalCart(item);
  toast.success(m.cart_removed());
}

function lineOf(item: CartItem, place: number): Line {
  return {
    key: String(place),
    item,
    onQuantity: (quantity) => changeLocalQuantity(item, quantity),
    onGift: async (words) => changeLocalGift(item, words),
    onRemove: () => removeLocally(item),
  };
}

/** Whoever leaves the cart by the header's links to sign in or register comes back to it, as by those of the dialog. */
function rememberIfLeftForAccount(): void {
  if ([paths.signIn(), paths.register()].includes(location.pathname)) rememberRedirect(paths.cart());
}

/** What the browser keeps for somebody who isn't signed in. Paying takes an account. */
export function GuestCart() {
  const { cartDetails: items } = useLocalCart();
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => rememberIfLeftForAccount, []);
  const [first] = items;
  if (!first) return <EmptyCart />;
  return (
    <>
      <FullCart lines={items.map(lineOf)}>
        <Button variant="primary" size="large" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          {m.cart_checkout()}
        </Button>
      </FullCart>
      {isAsking && <SignInDialog item={first} onClose={() => setIsAsking(false)} />}
    </>
  );
}
