import { Suspense, useState } from "react";
import { m } from "@/i18n";
import { codeContent, inFours } from "@/features/card/cardText";
import { QrCode } from "@/features/card/QrCode";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/lazyPiece";
import type { Card } from "@/features/card/types";

const Keepsakes = lazyPiece(async () => (await import("@/features/card/Keepsakes")).Keepsakes);

const CounterDialog = lazyPiece(
  async () => (await import("./CounterDialog")).CounterDialog,
  ({ onClose }) => onClose(),
);

interface CardCodeProps {
  card: Card;
  code: string;
  /** `primary` where showing it is what the card is there for. */
  variant: "primary" | "secondary";
  /** There is no network: nothing can be drawn. */
  isKept: boolean;
}

/** What the counter scans, the number for when it can't, and the way to hold both out. */
export function CardCode({ card, code, variant, isKept }: CardCodeProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <QrCode content={codeContent(code)} className="w-[min(100%,300px)]" />
      <p className="text-lg font-semibold font-mono">{inFours(card.cardNumber)}</p>
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
