import type { OrderSummaryProps } from "@/features/cart/OrderSummary";
import { CauseShares } from "@/features/cart/CauseShares";
import type { ServerCartItem } from "@/features/cart/serverCart";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Icon } from "@/ui/Icon";
import { ItemCard } from "./SummaryLines";

interface FoldedSummaryProps extends OrderSummaryProps {
  items: readonly ServerCartItem[];
}

/** Order summary for phones: one line that expands, so that the card fields come sooner. */
export function FoldedSummary({ items, total, lines }: FoldedSummaryProps) {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first] = items;
  return (
    <details className="disclosure group rounded-panel bg-surface px-5 shadow-rest">
      <summary className="flex min-h-14 items-center gap-2.5 py-2 font-semibold">
        {/* The lines below describe it. */}
        <span aria-hidden="true" className="w-14 flex-none">
          {first && <ItemCard item={first} />}
        </span>
        <span>{m.cart_total({ count })}</span>
        <span className="ml-auto font-display text-xl leading-none font-title tracking-(--amount-tracking) whitespace-nowrap tabular-nums">
          {formatMoney(total)}
        </span>
        <Icon name="plus" size={20} className="transition-[rotate] duration-200 group-open:rotate-45" />
      </summary>
      <div className="pb-5">
        {lines}
        <CauseShares items={items} />
        <p className="mt-4 text-sm text-ink-soft">{m.cart_currency()}</p>
      </div>
    </details>
  );
}
