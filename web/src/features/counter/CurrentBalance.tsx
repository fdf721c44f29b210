import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { PicturePlate } from "@/features/catalogue/PicturePlate";
import { StatusChip } from "@/ui/Chip";
import { Money } from "@/ui/Money";
import type { Card } from "@/features/card/types";

/** The number that everybody at the counter looks for, as large as it can be. */
export function CurrentBalance({ card }: { card: Card }) {
  return (
    <div className="till-balance">
      <div className="flex items-center gap-3">
        <PicturePlate
          kind="vendor"
          name={card.vendor.displayName}
          logoPath={card.vendor.logoPath}
          hue={card.vendor.hue}
          sizes="48px"
          className="size-12 flex-none"
        />
        <p className="min-w-0 truncate font-semibold">{card.vendor.displayName}</p>
      </div>
      <p className="till-balance-label">{m.counter_current_balance()}</p>
      <p className="till-balance-figure">
        <Money amount={card.cardBalance} />
      </p>
      {card.isDeactive && (
        <p className="till-frozen">
          <StatusChip isOn={false} tone="danger">
            {card.isCancelled ? m.wallet_cancelled() : m.counter_deactivated()}
          </StatusChip>
          {card.deactivatedAt && <span>{formatDay(card.deactivatedAt)}</span>}
          {card.isCancelled && <span>{m.wallet_cancelled_text()}</span>}
          {!card.isCancelled && card.deactivationReason && (
            <span className="text-ink-soft">
              {m.counter_deactivated_because({ reason: card.deactivationReason })}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
