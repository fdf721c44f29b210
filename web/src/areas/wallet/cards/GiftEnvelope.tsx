import { Suspense, useState } from "react";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { Card } from "@/features/card/types";
import { CardCode } from "./CardCode";
import { isUnsent } from "./queries";
import { RemindButton } from "./RemindButton";
import { UnsentGift } from "./UnsentGift";

const ResendDialog = lazyPiece(
  async () => (await import("@/features/card/ResendDialog")).ResendDialog,
  ({ onClose }) => onClose(),
);

interface GiftEnvelopeProps {
  card: Card;
  /** The card comes from the offline copy: the gift can't be sent again. */
  isKept: boolean;
}

/** Envelope of a gift for its giver: its delivery status, and buttons for sending it. */
export function GiftEnvelope({ card, isKept }: GiftEnvelopeProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { openedAt, recipientEmail, qrCode } = card;
  const to = card.to ?? "";
  return (
    <div className="relative -mt-14 rounded-t-control rounded-b-panel bg-[color-mix(in_oklab,var(--surface-tint),var(--brand)_45%)] pt-9 shadow-raised">
      <div className="relative z-2 grid justify-items-center gap-2 rounded-b-panel bg-surface-tint px-6 pt-16 pb-4 text-center [clip-path:polygon(0_0,50%_48px,100%_0,100%_100%,0_100%)]">
        {isUnsent(card) ? (
          <UnsentGift card={card} isKept={isKept} />
        ) : (
          <>
            <p className="flex items-center gap-2.5 font-display text-lg leading-tight font-title wrap-anywhere print:hidden">
              <Icon name={openedAt === null ? "mail" : "gift"} size={24} className="text-accent" />
              {openedAt === null ? m.wallet_on_its_way({ to }) : m.wallet_was_opened({ to })}
            </p>
            <p className="print:hidden">
              {openedAt === null ? m.wallet_not_opened() : m.wallet_not_saved({ day: formatDay(openedAt) })}
            </p>
            {!isKept && <RemindButton card={card} />}
          </>
        )}
        {!isKept && !isUnsent(card) && (
          <Button
            variant={card.remindFrom ? "secondary" : "primary"}
            size="large"
            className="mt-2"
            aria-haspopup="dialog"
            onClick={() => setIsAsking(true)}
          >
            <Icon name="mail" size={22} />
            {m.wallet_resend()}
          </Button>
        )}
        {qrCode !== null && (
          <details className="disclosure w-full">
            <summary className="grid min-h-12 place-items-center font-semibold underline underline-offset-4 print:hidden">
              {m.wallet_code_instead()}
            </summary>
            {/* White paper for the scanner. Anyone with this code can spend the gift; the giver may hand it over in person. */}
            <div className="mt-2 grid justify-items-center gap-3 rounded-card bg-[#fff] px-4 pt-4 pb-5 text-[#1d2b2a] [color-scheme:light]">
              <CardCode card={card} code={qrCode} variant="secondary" isKept={isKept} />
              <Button variant="quiet" className="print:hidden" onClick={() => print()}>
                <Icon name="printer" size={20} />
                {m.orders_print()}
              </Button>
            </div>
          </details>
        )}
      </div>
      {isAsking && (
        <Suspense>
          <ResendDialog
            gift={{ id: card.id, recipientEmail }}
            invalidates={["/Cards/{id}"]}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
