import { Suspense, useState } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Skeleton } from "@/ui/layout/Skeleton";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { inFours } from "./cardText";
import { GiftCard, type GiftCardProps } from "./GiftCard";

const square = "aspect-square h-full w-auto flex-none";

const QrCode = lazyPiece(async () => (await import("./QrCode")).QrCode);

interface TurningGiftCardProps extends GiftCardProps {
  /** Text in the QR code. */
  code: string;
  /** Sixteen digits, shown in groups of four. */
  cardNumber?: string | undefined;
}

/** Card of the user that turns around: its back shows the code for the counter. */
export function TurningGiftCard({ code, cardNumber, className, ...card }: TurningGiftCardProps) {
  const [isTurned, setIsTurned] = useState(false);
  const back = (
    <>
      <Suspense fallback={<Skeleton className={square} />}>
        {isTurned && <QrCode content={code} className={square} />}
      </Suspense>
      <div className="flex flex-col gap-[3cqi] text-[max(4.4cqi,12px)] leading-[1.3]">
        <span>{m.kit_card_scan_hint()}</span>
        {cardNumber && (
          <span className="font-[650] tracking-[0.04em] tabular-nums">{inFours(cardNumber)}</span>
        )}
      </div>
    </>
  );
  return (
    <div className={className}>
      <GiftCard {...card} isTurned={isTurned} back={back} />
      <Button variant="quiet" className="mx-auto mt-4 flex" onClick={() => setIsTurned(!isTurned)}>
        <Icon name="rotate-cw" size={20} />
        {isTurned ? m.kit_card_show_front() : m.kit_card_show_code()}
      </Button>
    </div>
  );
}
