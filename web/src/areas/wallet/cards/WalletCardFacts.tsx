import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { cancelledLabel } from "@/features/card/cancelledLabels";
import { AddressLines } from "@/features/catalogue/AddressLines";
import { shownCause } from "@/features/catalogue/cardCause";
import { PicturePlate } from "@/features/catalogue/PicturePlate";
import { PageHeading } from "@/shared/page/PageHeading";
import { inFours } from "@/features/card/cardText";
import { Fact } from "@/ui/list/Fact";
import type { Card } from "@/features/card/types";
import { CardFacts } from "./CardFacts";
import { GiftBlock } from "./GiftBlock";
import { isGivenAway, shownAmount } from "./queries";

/** Shop, balance and holder of a card. */
export function WalletCardFacts({ card }: { card: Card }) {
  const { vendor } = card;
  // For an unclaimed gift the gift block names the holder. The number is shown below the code.
  const hasOwnHolder = !isHeldByRecipient(card);
  const isNumberShown = card.qrCode !== null && !card.isDeactive;
  const [campaign, charity] = [shownCause(card.campaignName), shownCause(card.charityName)];
  return (
    <>
      <div className="flex items-center gap-4">
        <PicturePlate
          kind="vendor"
          name={vendor.displayName}
          logoPath={vendor.logoPath}
          hue={vendor.hue}
          sizes="80px"
          className="w-20 flex-none"
        />
        <div className="min-w-0">
          <PageHeading className="text-2xl wrap-anywhere">{vendor.displayName}</PageHeading>
          <AddressLines address={vendor.address} className="mt-1 text-sm text-ink-soft" />
        </div>
      </div>
      <dl className="mt-6 print:hidden">
        <dt className="sentence-case text-sm font-semibold text-ink-soft">
          {isGivenAway(card) ? m.wallet_given() : m.wallet_balance()}
        </dt>
        <dd
          className="font-display text-[clamp(2.441rem,9vw,3.815rem)] leading-[1.1] font-title tracking-(--amount-tracking) tabular-nums"
          aria-live="polite"
        >
          {formatMoney(shownAmount(card))}
        </dd>
      </dl>
      {card.isDeactive && !card.movedTo && (
        <p className="mt-2 inline-block -rotate-2 rounded-control border-2 border-current px-3.5 py-1 font-bold tracking-[0.06em] text-danger">
          {cancelledLabel(card) ?? m.wallet_deactivated()}
        </p>
      )}
      {card.movedFrom && (
        <p className="mt-3">{m.wallet_moved_from({ shop: card.movedFrom, successor: vendor.displayName })}</p>
      )}
      {!vendor.isActive && !card.movedTo && (
        <p className="mt-3">{m.wallet_shop_stopped({ shop: vendor.displayName })}</p>
      )}
      {campaign !== null && charity !== null && (
        <p className="mt-3">{m.cart_supports({ campaign, charity })}</p>
      )}
      <CardFacts>
        {hasOwnHolder && card.firstName !== "" && <Fact term={m.field_first_name()}>{card.firstName}</Fact>}
        {hasOwnHolder && card.lastName !== "" && <Fact term={m.field_last_name()}>{card.lastName}</Fact>}
        {hasOwnHolder && card.email !== "" && <Fact term={m.field_email()}>{card.email}</Fact>}
        {!isNumberShown && (
          <Fact term={m.wallet_card_number()}>
            <span className="whitespace-nowrap font-mono">{inFours(card.cardNumber)}</span>
          </Fact>
        )}
      </CardFacts>
      {card.isGift && <GiftBlock card={card} />}
    </>
  );
}

/** Returns whether name and email of the cardholder equal those the gift is addressed to. */
function isHeldByRecipient({ isGift, firstName, lastName, email, to, recipientEmail }: Card): boolean {
  const holder = [firstName, lastName].filter(Boolean).join(" ");
  return isGift && holder === to && email === recipientEmail;
}
