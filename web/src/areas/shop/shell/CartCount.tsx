import { m } from "@/i18n";
import { useCartCount } from "@/features/cart/useCartCount";

/** Number of cart items on the cart icon, hidden for an empty cart. Screen readers read it as part of the link's name. */
export function CartCount() {
  const count = useCartCount();
  return (
    <>
      <span className="sr-only">{m.shell_cart({ count })}</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-1 grid h-5.5 min-w-5.5 place-items-center rounded-full bg-action px-1 text-badge leading-none font-bold text-action-ink tabular-nums"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </>
  );
}
