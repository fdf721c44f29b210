import { Suspense, useState, type ReactNode } from "react";
import { m } from "@/i18n";
import { formatDay, formatMoment } from "@/lib/dates";
import { codeContent } from "@/features/card/cardText";
import { AddressLines } from "@/features/catalogue/AddressLines";
import { can, isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { Fact } from "@/ui/list/Fact";
import { Icon } from "@/ui/Icon";
import { Money } from "@/ui/Money";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { Card } from "@/features/card/types";
import { CARDS } from "./cards";

const QrCode = lazyPiece(async () => (await import("@/features/card/QrCode")).QrCode);

const ResendDialog = lazyPiece(
  async () => (await import("@/features/card/ResendDialog")).ResendDialog,
  ({ onClose }) => onClose(),
);

interface CardFactsProps {
  card: Card;
  /** Further facts. */
  more: ReactNode;
  /** Whether the support desk's menu already offers to email the card again. */
  hasMenu: boolean;
  /** Content after the facts. */
  children: ReactNode;
}

/** Cardholder, giver and cause of a card. */
export function CardDeskFacts({ card, more, hasMenu, children }: CardFactsProps) {
  return (
    <section
      aria-label={m.counter_facts()}
      className="rounded-panel border border-line bg-surface p-[clamp(20px,3vw,32px)] [&_dl]:grid [&_dl]:grid-cols-[repeat(auto-fill,minmax(min(136px,100%),1fr))] [&_dl]:gap-x-6 [&_dl]:gap-y-4 [&_dt]:text-sm/normal [&_dt]:text-ink-soft [&_dd]:font-semibold [&_dd]:wrap-anywhere [&_address]:mt-5 [&_address]:border-t [&_address]:border-line [&_address]:pt-4"
    >
      {card.qrCode && (
        <Suspense>
          <QrCode content={codeContent(card.qrCode)} className="w-[min(220px,60%)] mb-5 rounded-[12px]" />
        </Suspense>
      )}
      <dl>
        <Fact term={m.field_first_name()}>{card.firstName}</Fact>
        <Fact term={m.field_last_name()}>{card.lastName}</Fact>
        <Fact term={m.field_email()} isLong>
          {card.email}
        </Fact>
        <Fact term={m.counter_value_sold()}>
          <Money amount={card.cardValue} />
        </Fact>
        <Fact term={m.counter_bought_on()}>{formatDay(card.createdAt)}</Fact>
        {card.charityName && (
          <Fact term={m.counter_supports()} isLong>
            {card.campaignName ? `${card.charityName} · ${card.campaignName}` : card.charityName}
          </Fact>
        )}
        {more}
      </dl>
      {card.isGift ? (
        <GiftFacts card={card} hasMenu={hasMenu} />
      ) : (
        <div className="mt-5 empty:hidden">{!hasMenu && <ResendButton card={card} />}</div>
      )}
      <AddressLines address={card.vendor.address} className="text-sm text-ink-soft" />
      {children}
    </section>
  );
}

/** Recipient of a gift, with a button to email it again until it is claimed. */
function GiftFacts({ card, hasMenu }: { card: Card; hasMenu: boolean }) {
  // A recipient who has opened the gift must have received it.
  const isUnknown = !card.mailedAt && !card.openedAt && !card.claimedAt;
  return (
    <div className="flex flex-wrap gap-3.5 mt-5 p-4 rounded-control bg-surface-quiet [&>dl]:flex-1 [&>button]:flex-[1_1_100%]">
      <Icon name="gift" size={22} className="text-accent" />
      <dl>
        <Fact term={m.counter_gift_to()}>{card.to}</Fact>
        <Fact term={m.counter_gift_email()}>{card.recipientEmail}</Fact>
        {card.mailedAt && <Fact term={m.counter_gift_mailed()}>{formatMoment(card.mailedAt)}</Fact>}
        {isUnknown && <Fact term={m.counter_gift_mailed()}>{m.counter_gift_not_mailed()}</Fact>}
        {card.openedAt && <Fact term={m.counter_gift_opened()}>{formatMoment(card.openedAt)}</Fact>}
        {card.claimedAt && <Fact term={m.counter_gift_claimed()}>{formatMoment(card.claimedAt)}</Fact>}
      </dl>
      {card.claimedAt === null && !hasMenu && <ResendButton card={card} />}
    </div>
  );
}

/** Button that emails a card again, for users who may do that. */
function ResendButton({ card }: { card: Card }) {
  const [isAsking, setIsAsking] = useState(false);
  const profile = useProfile();
  if (!can(profile, "resendGifts") || card.isDeactive) return null;
  const isOwn = !card.isGift;
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {isOwn ? m.wallet_resend_own() : m.wallet_resend()}
      </Button>
      {isAsking && (
        <Suspense>
          <ResendDialog
            gift={isOwn ? { id: card.id, recipientEmail: card.email } : card}
            isOwn={isOwn}
            sender={isAdministrator(profile) ? "support" : "manager"}
            invalidates={CARDS}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
