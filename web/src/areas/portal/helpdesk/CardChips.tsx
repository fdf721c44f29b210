import { m } from "@/i18n";
import { formatSendTime } from "@/lib/sendTime";
import { cancelledLabel } from "@/features/card/cancelledLabels";
import { Chip } from "@/ui/list/Chip";
import type { DeskCard } from "./queries";

/** Status of a card: gift and its day, deactivated, cancelled, refunded or taken over by another shop. */
export function CardChips({ card }: { card: DeskCard }) {
  const { isGift, isActive, movedTo } = card;
  return (
    <span className="flex flex-wrap gap-2">
      {isGift && <Chip>{m.counter_gift()}</Chip>}
      {card.sendAt !== null && <Chip tone="brand">{m.purchase_sent_on({ time: formatSendTime(card) })}</Chip>}
      {card.isSendingStopped && <Chip tone="warning">{m.wallet_given_stopped()}</Chip>}
      {!isActive && (
        <Chip tone={movedTo === null ? "danger" : "neutral"}>
          {cancelledLabel(card) ?? m.counter_deactivated()}
        </Chip>
      )}
    </span>
  );
}
