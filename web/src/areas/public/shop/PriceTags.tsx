import { m } from "@/i18n";
import { formatPrice } from "@/lib/money";

/** The amounts of a shop's cards, small. */
export function PriceTags({ amounts }: { amounts: readonly number[] }) {
  return (
    <ul aria-label={m.shop_amounts()} className="flex flex-wrap gap-2">
      {amounts.map((amount) => (
        <li key={amount} className="price-chip">
          {formatPrice(amount)}
        </li>
      ))}
    </ul>
  );
}
