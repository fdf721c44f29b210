import { useId } from "react";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { Fact } from "@/ui/list/Fact";
import { Icon } from "@/ui/Icon";
import { thanksInWords } from "@/features/card/thanks";
import type { Card } from "@/features/card/types";
import { CardFacts } from "./CardFacts";
import { isGivenAway } from "./queries";

/** Recipient, giver, message and thanks of a gift. Its delivery status is shown in the envelope until it is claimed. */
export function GiftBlock({ card }: { card: Card }) {
  const titleId = useId();
  // Offline copies of older releases have no thanks.
  const thanks = card.thanks as Card["thanks"] | undefined;
  const isOwn = card.claimedAt !== null && !isGivenAway(card);
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
      {thanks && (
        <div className="mt-4 border-t border-line pt-4">
          <h3 className="flex items-center gap-2 text-base wrap-anywhere">
            <Icon name="heart" size={20} className="text-accent" />
            {isOwn ? m.wallet_thanks_sent() : m.wallet_thanks({ to: card.to ?? "" })}
          </h3>
          <p className="mt-1 italic wrap-anywhere whitespace-pre-line">{thanksInWords(thanks)}</p>
          <p className="mt-1 text-sm text-ink-soft">{formatDay(thanks.sentAt)}</p>
        </div>
      )}
      {card.claimedAt !== null && (
        <p className="mt-3 text-sm text-ink-soft print:hidden">
          {m.wallet_gift_claimed_on({ day: formatDay(card.claimedAt) })}
        </p>
      )}
    </section>
  );
}
