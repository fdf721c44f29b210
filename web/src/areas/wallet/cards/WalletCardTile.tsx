import { useState } from "react";
import { Link } from "react-router";
import { m } from "@/i18n";
import { formatCalendarDay, formatDay } from "@/lib/dates";
import { formatRecentDay } from "@/lib/recentDay";
import { paths } from "@/paths";
import { cancelledLabel } from "@/features/card/cancelledLabels";
import { GiftCard } from "@/features/card/GiftCard";
import { cardCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { Chip } from "@/ui/list/Chip";
import { lastFour } from "@/features/card/cardText";
import { tabOf, type WalletCard } from "./queries";

/** Card in the wallet: its balance, or the status of a card given away. Used-up cards are dimmed. */
export function WalletCardTile({ card }: { card: WalletCard }) {
  const { id, vendorId, vendorName, vendorLogoPath, vendorHue, cardBalance, cardNumber, charityName } = card;
  const isGiven = tabOf(card) === "given";
  // The giver knows the recipient by name.
  const recipient = card.to ?? card.recipientEmail;
  return (
    <article
      className="wallet-card relative grid gap-3.5"
      data-off={card.isDeactive || undefined}
      data-spent={(!isGiven && cardBalance === 0) || undefined}
    >
      <GiftCard
        size="small"
        shop={cardShop({ displayName: vendorName, logoPath: vendorLogoPath, hue: vendorHue })}
        amount={isGiven ? card.cardValue : cardBalance}
        cause={cardCause(charityName, card.charityLogoPath)}
      />
      <div className="wallet-card-words min-w-0 px-1">
        <h2 className="text-lg leading-tight wrap-anywhere">
          <Link to={paths.walletCard(vendorId, id)} className="stretched text-ink no-underline">
            {vendorName}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
          <span className="font-mono">{lastFour(cardNumber)}</span>
          <span>{formatRecentDay(card.recentTransaction)}</span>
        </p>
        {isGiven && recipient !== null && (
          <p className="mt-1 text-sm wrap-anywhere">{m.wallet_gift_for({ recipient })}</p>
        )}
        {card.movedFrom && (
          <p className="mt-1 text-sm">{m.wallet_moved_from_short({ shop: card.movedFrom })}</p>
        )}
        <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {card.isDeactive && (
            <Chip tone={card.movedTo ? "neutral" : "danger"}>
              {cancelledLabel(card) ?? m.wallet_deactivated()}
            </Chip>
          )}
          {isGiven && !card.isDeactive && <GivenState card={card} />}
          {!isGiven && !card.isDeactive && cardBalance === 0 && <Chip>{m.wallet_used_up()}</Chip>}
        </p>
      </div>
    </article>
  );
}

/** After this many days, an unopened gift has probably not arrived. */
const SOON_DAYS = 3;
const DAY_MS = 86_400_000;

/** Status of a card that was given away. The giver doesn't see what the recipient spends after claiming it. */
function GivenState({ card }: { card: WalletCard }) {
  const { claimedAt, openedAt, cardBalance, cardValue, recentTransaction: boughtAt } = card;
  const [now] = useState(Date.now);
  if (card.isSendingStopped) return <Chip tone="warning">{m.wallet_given_stopped()}</Chip>;
  if (card.sendOn)
    return <Chip tone="brand">{m.wallet_given_planned({ day: formatCalendarDay(card.sendOn) })}</Chip>;
  if (claimedAt) return <Chip tone="success">{m.wallet_given_claimed()}</Chip>;
  if (cardBalance < cardValue) return <Chip tone="brand">{m.wallet_given_used()}</Chip>;
  if (openedAt) return <Chip tone="brand">{m.wallet_given_opened()}</Chip>;
  if (now - Date.parse(boughtAt) < SOON_DAYS * DAY_MS) return <Chip>{m.wallet_given_sent()}</Chip>;
  return <Chip tone="warning">{m.wallet_given_waiting({ day: formatDay(boughtAt) })}</Chip>;
}
