import { m } from "@/i18n";
import { formatPrice } from "@/lib/money";
import { formatChosenTime } from "@/lib/sendTime";
import { foldLists } from "@/features/cart/foldLists";
import type { ServerCartItem } from "@/features/cart/serverCart";
import { GiftCard } from "@/features/card/GiftCard";
import { cardShop } from "@/features/catalogue/cardShop";
import { cardCause, shownCause } from "@/features/catalogue/cardCause";
import { Money } from "@/ui/Money";

/** The cart items of the order summary. */
export function SummaryLines({ items }: { items: readonly ServerCartItem[] }) {
  return (
    <ul className="grid gap-3 mt-5 [&_li]:flex [&_li]:gap-4">
      {foldLists(items, ({ listId }) => listId).map((gifts) => {
        const [item] = gifts;
        return item && <SummaryLine key={item.id} item={item} gifts={gifts} />;
      })}
    </ul>
  );
}

/** An item, or all gifts of a list. */
function SummaryLine({ item, gifts }: { item: ServerCartItem; gifts: readonly ServerCartItem[] }) {
  return (
    <li>
      <ItemCard item={item} className="w-22 flex-none" />
      <span className="min-w-0 grow">
        <span className="flex justify-between gap-4">
          <span className="font-semibold wrap-anywhere">{item.vendor.displayName}</span>
          <Money amount={gifts.reduce((sum, { total }) => sum + total, 0)} />
        </span>
        {/* On a phone, below the shop name and the price. */}
        <span className="block text-sm text-ink-soft wrap-anywhere">
          {gifts.length > 1 ? m.cart_list({ count: gifts.length, from: item.from ?? "" }) : lineText(item)}
        </span>
      </span>
    </li>
  );
}

/** The small card of a cart item. */
export function ItemCard({ item, className }: { item: ServerCartItem; className?: string }) {
  const { vendor, price, charity } = item;
  return (
    <GiftCard
      size="small"
      shop={cardShop(vendor)}
      amount={price}
      cause={charity ? cardCause(charity.name, charity.logoPath) : undefined}
      className={className}
    />
  );
}

function lineText({ quantity, price, isGift, to, charity, ...item }: ServerCartItem): string {
  const words: string[] = [m.checkout_line({ quantity, price: formatPrice(price) })];
  if (isGift && to !== null) words.push(m.checkout_line_gift({ to }));
  const time = isGift ? formatChosenTime(item) : undefined;
  if (time !== undefined) words.push(m.purchase_sent_on({ time }));
  const cause = shownCause(charity);
  if (cause !== null) words.push(cause.name);
  return words.join(" · ");
}
