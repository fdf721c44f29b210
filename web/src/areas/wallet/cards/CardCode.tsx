import { Suspense, useState } from "react";
import { m } from "@/i18n";
import { codeContent, codeEnd, inFours } from "@/features/card/cardText";
import { QrCode } from "@/features/card/QrCode";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { Card } from "@/features/card/types";

const Keepsakes = lazyPiece(async () => (await import("@/features/card/Keepsakes")).Keepsakes);

const CounterDialog = lazyPiece(
  async () => (await import("./CounterDialog")).CounterDialog,
  ({ onClose }) => onClose(),
);

interface CardCodeProps {
  card: Card;
  code: string;
  /** `primary` if showing the code is the main action of the card. */
  variant: "primary" | "secondary";
  /** The card comes from the offline copy: the server can't draw its picture or PDF. */
  isKept: boolean;
}

/** QR code for the counter's scanner, the number as a fallback, and a button that shows both full screen. */
export function CardCode({ card, code, variant, isKept }: CardCodeProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <QrCode content={codeContent(code)} className="w-[min(100%,300px)]" />
      <div>
        <p className="text-lg font-semibold font-mono">{inFours(card.cardNumber)}</p>
        <p className="text-sm">{m.kit_card_code_end({ end: codeEnd(code) })}</p>
      </div>
      <Button
        variant={variant}
        size={variant === "primary" ? "large" : "medium"}
        className="max-sm:px-4"
        aria-haspopup="dialog"
        onClick={() => setIsShown(true)}
      >
        <Icon name="qr-code" size={22} />
        {m.wallet_show_at_counter()}
      </Button>
      {!isKept && (
        <Suspense fallback={<div className="min-h-11" />}>
          <Keepsakes held={{ id: card.id }} />
        </Suspense>
      )}
      {isShown && (
        <Suspense>
          <CounterDialog card={card} code={code} onClose={() => setIsShown(false)} />
        </Suspense>
      )}
    </>
  );
}
