import { m } from "@/i18n";
import { cx } from "@/ui/cx";
import type { Glimpse } from "./purchase";

interface GiftPreviewProps {
  gift: Glimpse;
  className?: string | undefined;
}

/** Preview of a gift's message, as the recipient will see it beside the card. */
export function GiftPreview({ gift: { to, from, giftMessage }, className }: GiftPreviewProps) {
  return (
    <figure
      className={cx(
        "rounded-card border-[1.5px] border-dashed border-line-strong bg-surface px-5 py-4 text-ink",
        className,
      )}
    >
      <figcaption className="text-sm text-ink-soft">{m.purchase_preview()}</figcaption>
      <p className="mt-1 font-semibold wrap-anywhere">
        {m.purchase_preview_to({ to: to.trim() || "\u2026" })}
      </p>
      {giftMessage.trim() && (
        <p className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-line italic">{giftMessage.trim()}</p>
      )}
      <p className="mt-1 wrap-anywhere">{m.purchase_preview_from({ from: from.trim() || "\u2026" })}</p>
    </figure>
  );
}
