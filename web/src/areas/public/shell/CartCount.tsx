import { useCartCount } from "./useCartCount";

/** The number on the cart icon; an empty cart shows none. */
export function CartCount() {
  const count = useCartCount();
  return count > 0 ? (
    <span aria-hidden="true" className="cart-count">
      {count > 99 ? "99+" : count}
    </span>
  ) : null;
}
