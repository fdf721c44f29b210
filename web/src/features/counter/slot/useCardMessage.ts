import { useNavigate } from "react-router";
import { paths } from "@/paths";
import { toast } from "@/ui/overlay/toast";
import { cardSlot, type SlotMessage } from "./cardSlot";
import { useIsCounterPage, useOpenCardId } from "./counterRoutes";

/**
 * Returns a function that shows a result. At the counter, it replaces the card in the slot; elsewhere it is a toast. If another
 * card is already open, it shows nothing, because the list of latest transactions does.
 */
export function useCardMessage() {
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
