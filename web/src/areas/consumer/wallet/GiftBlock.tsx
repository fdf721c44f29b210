import { lazy, Suspense, useId, useState } from "react";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { cardQuery, type Card } from "./queries";

const ResendDialog = lazy(async () => ({
  default: (await import("@/shared/card/ResendDialog")).ResendDialog,
}));

/** For whom a gift is, and how far it has come. What nobody has claimed can be mailed again. */
export function GiftBlock({ card, isKept }: { card: Card; isKept: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const titleId = useId();
  const mayResend = !isKept && card.claimedAt === null && !card.isDeactive;
  return (
    <section aria-labelledby={titleId} className="gift-block">
      <h2 id={titleId} className="flex items-center gap-2 text-lg">
        <Icon name="gift" size={22} />
        {m.purchase_gift()}
      </h2>
      <dl className="card-facts">
        <div>
          <dt>{m.purchase_to()}</dt>
          <dd className="wrap-anywhere">{card.to}</dd>
        </div>
        <div>
          <dt>{m.purchase_recipient_email()}</dt>
          <dd className="wrap-anywhere">{card.recipientEmail}</dd>
        </div>
        {card.from !== null && (
          <div>
            <dt>{m.purchase_from()}</dt>
            <dd className="wrap-anywhere">{card.from}</dd>
          </div>
        )}
      </dl>
      {card.giftMessage !== null && (
        <p className="mt-3 italic wrap-anywhere whitespace-pre-line">{card.giftMessage}</p>
      )}
      <p className="mt-3 text-sm text-ink-soft">{progress(card)}</p>
      {mayResend && (
        <Button className="mt-4" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          <Icon name="mail" size={20} />
          {m.wallet_resend()}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <ResendDialog
            gift={card}
            outdated={cardQuery(card.id).queryKey}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

function progress({ openedAt, claimedAt }: Card): string {
  if (claimedAt !== null) return m.wallet_gift_claimed_on({ day: formatDay(claimedAt) });
  if (openedAt !== null) return m.wallet_gift_opened_on({ day: formatDay(openedAt) });
  return m.wallet_gift_sent();
}
