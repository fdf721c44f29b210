import { useNavigate } from "react-router";
import { paths } from "@/paths";
import { toast } from "@/ui/toast";
import { cardSlot, type SlotMessage } from "./cardSlot";
import { useIsCounterPage, useOpenCardId } from "./places";

/**
 * Returns a function that shows a result: at the counter in the card's place, which it takes from that card, and elsewhere in a
 * toast. At the counter with another card open it shows nothing, because the list of the last movements does.
 */
export function useCardSay() {
  const isCounter = useIsCounterPage();
  const openId = useOpenCardId();
  const navigate = useNavigate();
  return (cardId: string, message: SlotMessage): void => {
    if (!isCounter) {
      toast[message.tone === "danger" ? "error" : "success"](message.title);
      return;
    }
    if (openId !== undefined && openId !== cardId) return;
    cardSlot.say(message);
    if (openId !== undefined) void navigate(paths.counter());
  };
}
