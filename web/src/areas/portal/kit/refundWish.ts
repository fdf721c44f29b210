// Refunds are made on an order's page. The action on a card's page leads there and opens the refund
// dialog for that card.
import { useLocation, useNavigate } from "react-router";

export function wishToRefund(cardId: string): { refundOf: string } {
  return { refundOf: cardId };
}

/**
 * Returns the card to refund, and a function that removes it from the history entry, so that going
 * back doesn't ask again.
 */
export function useRefundWish(): { refundOf: string | undefined; forgetWish: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { refundOf, ...rest } = (state ?? {}) as { refundOf?: string };
  const forgetWish = () => {
    if (refundOf !== undefined) void navigate(pathname + search, { replace: true, state: rest });
  };
  return { refundOf, forgetWish };
}
