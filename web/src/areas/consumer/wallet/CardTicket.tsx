import { lazy, Suspense, useState } from "react";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { GiftCard } from "@/shared/card/GiftCard";
import { QrCode } from "@/shared/card/QrCode";
import { cardCause } from "@/shared/catalogue/cardCause";
import { cardShop } from "@/shared/catalogue/cardShop";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { codeContent, inFours } from "@/shared/card/cardText";
import { shownAmount, type Card } from "./queries";

const CounterDialog = lazy(async () => ({ default: (await import("./CounterDialog")).CounterDialog }));

/** The card, and hanging from it the code that the counter scans. */
export function CardTicket({ card }: { card: Card }) {
  const [isShown, setIsShown] = useState(false);
  const { charityName, charityLogoPath, isDeactive, qrCode } = card;
  return (
    <section aria-label={m.wallet_code()} className="card-ticket" data-off={isDeactive || undefined}>
      <GiftCard
        shop={cardShop(card.vendor)}
        amount={shownAmount(card)}
        cause={cardCause(charityName, charityLogoPath)}
        isTilting
      />
      {isDeactive ? (
        <p className="card-stub font-semibold">
          <Icon name="circle-x" size={24} className="text-danger" />
          {deactivation(card)}
        </p>
      ) : qrCode === null ? (
        <p className="card-stub">
          <Icon name="gift" size={24} />
          {m.wallet_elsewhere({ to: card.to ?? "" })}
        </p>
      ) : (
        <div className="card-stub">
          <QrCode content={codeContent(qrCode)} className="card-stub-code" />
          <p className="text-lg font-semibold tracking-wide tabular-nums">{inFours(card.cardNumber)}</p>
          <Button variant="primary" size="large" aria-haspopup="dialog" onClick={() => setIsShown(true)}>
            <Icon name="qr-code" size={22} />
            {m.wallet_show_at_counter()}
          </Button>
        </div>
      )}
      {isShown && qrCode !== null && (
        <Suspense>
          <CounterDialog card={card} code={qrCode} onClose={() => setIsShown(false)} />
        </Suspense>
      )}
    </section>
  );
}

function deactivation({ deactivatedAt, isCancelled }: Card): string {
  if (isCancelled) return m.wallet_cancelled_text();
  return deactivatedAt === null
    ? m.wallet_deactivated()
    : m.wallet_deactivated_on({ day: formatDay(deactivatedAt) });
}
