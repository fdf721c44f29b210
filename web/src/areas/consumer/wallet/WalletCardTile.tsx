import { Link } from "react-router";
import { m } from "@/i18n";
import { formatRecentDay } from "@/lib/recentDay";
import { paths } from "@/paths";
import { GiftCard } from "@/features/card/GiftCard";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { Chip } from "@/ui/Chip";
import { lastFour } from "@/features/card/cardText";
import type { WalletCard } from "./queries";

/** A card in the wallet, with what is on it. What there is nothing to spend of any more stands back. */
export function WalletCardTile({ card }: { card: WalletCard }) {
  const { id, vendorId, vendorName, vendorLogoPath, vendorHue, cardBalance, cardNumber, charityName } = card;
  return (
    <article
      className="wallet-card"
      data-off={card.isDeactive || undefined}
      data-spent={!card.isMine || cardBalance === 0 || undefined}
    >
      <GiftCard
        size="small"
        shop={cardShop({ displayName: vendorName, logoPath: vendorLogoPath, hue: vendorHue })}
        amount={cardBalance}
        cause={cardCause(charityName, null)}
      />
      <div className="min-w-0 px-1">
        <h2 className="text-lg leading-tight wrap-anywhere">
          <Link to={paths.walletCard(vendorId, id)} className="stretched text-ink no-underline">
            {vendorName}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
          <span className="font-mono">{lastFour(cardNumber)}</span>
          <span>{formatRecentDay(card.recentTransaction)}</span>
        </p>
        <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {card.isDeactive && (
            <Chip tone="danger">{card.isCancelled ? m.wallet_cancelled() : m.wallet_deactivated()}</Chip>
          )}
          {card.isGift && (
            <Chip tone="brand" className="max-w-full">
              <span className="truncate">{giftWords(card)}</span>
            </Chip>
          )}
          {!card.isDeactive && cardBalance === 0 && <Chip>{m.wallet_used_up()}</Chip>}
        </p>
      </div>
    </article>
  );
}

/** A gift that its buyer can't spend any more is in somebody else's wallet. */
function giftWords({ isMine, recipientEmail }: WalletCard): string {
  return isMine && recipientEmail !== null
    ? m.wallet_gift_for({ email: recipientEmail })
    : m.wallet_gift_claimed();
}
