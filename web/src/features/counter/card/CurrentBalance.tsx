import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { cancelledText, cancelledLabel } from "@/features/card/cancelledLabels";
import { PicturePlate } from "@/features/catalogue/PicturePlate";
import { StatusChip } from "@/ui/list/Chip";
import { cx } from "@/ui/cx";
import { Money } from "@/ui/Money";
import { Notice } from "@/ui/layout/Notice";
import type { Card } from "@/features/card/types";

interface CurrentBalanceProps {
  card: Card;
  /** Whether to omit the cardholder, who is shown beside it. */
  isBrief?: boolean;
}

/** Balance of the card, in a large font. */
export function CurrentBalance({ card, isBrief = false }: CurrentBalanceProps) {
  const over = cancelledText(card);
  return (
    <div
      role="group"
      aria-label={m.counter_current_balance()}
      className={cx(
        isBrief && "flex flex-wrap items-baseline justify-between gap-x-4 [&>:nth-child(n+3)]:w-full",
      )}
    >
      {!isBrief && (
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
      )}
      <p
        className={cx(
          "text-ink-soft text-sm/normal font-[650] tracking-[0.06em] uppercase",
          !isBrief && "mt-6",
        )}
      >
        {m.counter_current_balance()}
      </p>
      <p
        className={cx(
          "font-display leading-[1.05] font-title tracking-[-0.03em]",
          isBrief ? "text-3xl" : "text-[clamp(3.4rem,16vw,5.4rem)]",
          card.isDeactive && "text-ink-soft line-through",
        )}
      >
        <Money amount={card.cardBalance} />
      </p>
      {card.isDeactive && !over && (
        <Notice tone="danger" className="mt-4">
          {m.counter_deactivated_notice({ brand: brand.name })}
        </Notice>
      )}
      {card.isDeactive && (
        <p className="flex flex-wrap items-center gap-y-1.5 gap-x-3 mt-3">
          <StatusChip isOn={false} tone={card.movedTo ? "neutral" : "danger"}>
            {cancelledLabel(card) ?? m.counter_deactivated()}
          </StatusChip>
          {card.deactivatedAt && <span>{formatDay(card.deactivatedAt)}</span>}
          {over && <span>{over}</span>}
          {!over && card.deactivationReason && (
            <span className="text-ink-soft">
              {m.counter_deactivated_because({ reason: card.deactivationReason })}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
