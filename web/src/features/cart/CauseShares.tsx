import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Icon } from "@/ui/Icon";
import { causeTotals, type SharingItem } from "./causeShares";

/** The share that each cause receives from the cart. Separate from the total, because the shops pay it. */
export function CauseShares({ items }: { items: readonly SharingItem[] }) {
  const totals = causeTotals(items);
  if (totals.length === 0) return null;
  return (
    <ul className="mt-5 grid gap-2 rounded-control bg-surface-tint px-4 py-3 text-sm font-semibold">
      {totals.map(({ cause, share }) => (
        <li key={cause} className="flex items-center gap-3">
          <Icon name="hand-heart" size={20} className="text-accent" />
          <span className="min-w-0 wrap-anywhere">{m.cart_share({ cause, share: formatMoney(share) })}</span>
        </li>
      ))}
    </ul>
  );
}
