import { useId } from "react";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { Fact } from "@/ui/list/Fact";
import { Icon } from "@/ui/Icon";
import type { Card } from "@/features/card/types";
import { CardFacts } from "./CardFacts";

/** Recipient, giver and message of a gift. Its delivery status is shown in the envelope until it is claimed. */
export function GiftBlock({ card }: { card: Card }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-7 rounded-panel bg-surface-tint px-6 py-5">
      <h2 id={titleId} className="flex items-center gap-2 text-lg">
        <Icon name="gift" size={22} className="text-accent" />
        {m.purchase_gift()}
      </h2>
      <CardFacts>
        <Fact term={m.purchase_to()}>{card.to}</Fact>
        <Fact term={m.purchase_recipient_email()}>{card.recipientEmail}</Fact>
        {card.from !== null && <Fact term={m.purchase_from()}>{card.from}</Fact>}
      </CardFacts>
      {card.giftMessage !== null && (
        <p className="mt-3 italic wrap-anywhere whitespace-pre-line">{card.giftMessage}</p>
      )}
      {card.claimedAt !== null && (
        <p className="mt-3 text-sm text-ink-soft print:hidden">
          {m.wallet_gift_claimed_on({ day: formatDay(card.claimedAt) })}
        </p>
      )}
    </section>
  );
}
