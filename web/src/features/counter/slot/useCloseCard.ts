import { useNavigate } from "react-router";
import { cardSlot } from "./cardSlot";
import { useEmptyCounterPath } from "./counterRoutes";

/** Returns a function that closes the open card because another one is looked up. */
export function useCloseCard() {
  const navigate = useNavigate();
  const empty = useEmptyCounterPath();
  return () => {
    cardSlot.look();
    // Also needed without an open card: it cancels the navigation to a card found before.
    void navigate(empty, { replace: true });
  };
}
