import { useNavigate } from "react-router";
import { cardSlot } from "./cardSlot";
import { useEmptyCounter } from "./places";

/** Returns a function that closes the open card of the counter, because another one is looked up. */
export function useCloseCard() {
  const navigate = useNavigate();
  const empty = useEmptyCounter();
  return () => {
    cardSlot.look();
    // Also where no card is open: it ends a navigation to a card that was found before.
    void navigate(empty, { replace: true });
  };
}
