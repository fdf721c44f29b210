// Money is given back on an order's page. Whoever wants to do so from a card's page is asked there at once, about that card.
import { useLocation, useNavigate } from "react-router";

export function wishToRefund(cardId: string): { refundOf: string } {
  return { refundOf: cardId };
}

/** The card that is to be refunded, and how to forget that: nobody is asked again by the way back. */
export function useRefundWish(): { refundOf: string | undefined; forgetWish: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { refundOf, ...rest } = (state ?? {}) as { refundOf?: string };
  const forgetWish = () => {
    if (refundOf !== undefined) void navigate(pathname + search, { replace: true, state: rest });
  };
  return { refundOf, forgetWish };
}
