import { Suspense } from "react";
import { Link } from "react-router";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { paths } from "@/paths";
import { cancelledText } from "@/features/card/cancelledLabels";
import { GiftCard } from "@/features/card/GiftCard";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { Card } from "@/features/card/types";
import { CardCode } from "./CardCode";
import { isOnItsWay, shownAmount } from "./queries";

/** Only givers of gifts see an envelope. */
const GiftEnvelope = lazyPiece(async () => (await import("./GiftEnvelope")).GiftEnvelope);

/** The card with its code for the counter or, for an unclaimed gift, its envelope. */
export function CardTicket({ card, isKept = false }: { card: Card; isKept?: boolean | undefined }) {
  const { charityName, charityLogoPath, isDeactive } = card;
  const isSentOff = isOnItsWay(card);
  return (
    <section
      aria-label={m.wallet_code()}
      className="card-ticket w-[min(100%,400px)] self-start justify-self-center data-enveloped:isolate lg:sticky lg:top-8 print:mx-auto print:mb-6 print:w-full print:[&_.button]:hidden"
      data-off={isDeactive || undefined}
      data-enveloped={isSentOff || undefined}
    >
      <GiftCard
        shop={cardShop(card.vendor)}
        amount={shownAmount(card)}
        cause={cardCause(charityName, charityLogoPath)}
        isTilting
      />
      {isSentOff ? (
        <Suspense fallback={<div className="h-60" />}>
          <GiftEnvelope card={card} isKept={isKept} />
        </Suspense>
      ) : (
        <Stub card={card} isKept={isKept} />
      )}
    </section>
  );
}

/** Always white paper, because scanners read the code on it. It hangs below the card. */
const stub =
  "mx-3.5 -mt-7 grid justify-items-center gap-4 rounded-b-panel bg-[#fff] px-6 pt-13 pb-7 text-center text-[#1d2b2a] shadow-raised";

function Stub({ card, isKept }: { card: Card; isKept: boolean }) {
  const { movedTo, movedToVendorId, movedToCardId } = card;
  // A wallet that was kept by an earlier version has none of them.
  if (movedTo && movedToVendorId && movedToCardId) {
    return (
      <p className={`${stub} font-semibold`}>
        <Icon name="store" size={24} />
        {m.wallet_moved_to({ shop: movedTo })}
        <Link
          to={paths.walletCard(movedToVendorId, movedToCardId)}
          className="inline-flex min-h-11 items-center text-current"
        >
          {m.wallet_moved_to_card()}
        </Link>
      </p>
    );
  }
  if (card.isDeactive) {
    return (
      <p className={`${stub} font-semibold`}>
        <Icon name="circle-x" size={24} className="text-danger" />
        {deactivation(card)}
      </p>
    );
  }
  if (card.qrCode === null) {
    return (
      <p className={stub}>
        <Icon name="gift" size={24} />
        {m.wallet_elsewhere({ to: card.to ?? "" })}
      </p>
    );
  }
  return (
    <div className={stub}>
      <CardCode card={card} code={card.qrCode} variant="primary" isKept={isKept} />
    </div>
  );
}

function deactivation(card: Card): string {
  const { deactivatedAt } = card;
  const cancelled = cancelledText(card);
  if (cancelled !== undefined) return cancelled;
  return deactivatedAt === null
    ? m.wallet_deactivated()
    : m.wallet_deactivated_on({ day: formatDay(deactivatedAt) });
}
