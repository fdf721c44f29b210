import { useNavigate } from "react-router";
import { staffPaths } from "@/adminPaths";
import { cardSlot } from "./cardSlot";

/** Returns a function that closes the open card of the counter, because another one is looked up. */
export function useCloseCard() {
  const navigate = useNavigate();
  return () => {
    cardSlot.look();
    void navigate(staffPaths.counter(), { replace: true });
  };
}
