import { m } from "@/i18n";
import { useCartCount } from "@/features/cart/useCartCount";

/** The number on the cart icon; an empty cart shows none. For those who don't see it, the name of the link, too. */
export function CartCount() {
  const count = useCartCount();
  return (
    <>
      <span className="sr-only">{m.shell_cart({ count })}</span>
      {count > 0 && (
        <span aria-hidden="true" className="cart-count">
          {count > 99 ? "99+" : count}
        </span>
      )}
    </>
  );
}
