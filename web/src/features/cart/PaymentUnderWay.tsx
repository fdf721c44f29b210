import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/form/LinkButton";
import { Notice } from "@/ui/layout/Notice";
import { cartQuery, isBeingPaid } from "./serverCart";

const ASK_EVERY_MS = 5_000;

/** Notice for buyers whose payment is still being confirmed, with a link to its status. */
export function PaymentUnderWay({ className }: { className?: string | undefined }) {
  const { data: cart } = useQuery({
    ...cartQuery(),
    refetchInterval: ({ state }) => (isBeingPaid(state.data) ? ASK_EVERY_MS : false),
  });
  if (!isBeingPaid(cart)) return null;
  return (
    <Notice className={className}>
      <p className="font-semibold">{m.checkout_pending_title()}</p>
      <p>{m.cart_paying_text()}</p>
      <LinkButton size="small" to={paths.checkoutPending(cart.id)} className="mt-3">
        {m.cart_paying_follow()}
      </LinkButton>
    </Notice>
  );
}
