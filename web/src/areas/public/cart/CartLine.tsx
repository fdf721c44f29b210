import { Link } from "react-router";
import { m } from "@/i18n";
import { formatMoney, formatPrice } from "@/lib/money";
import { paths } from "@/paths";
import { GiftCard } from "@/features/card/GiftCard";
import { MOST_CARDS, type GiftWords } from "@/features/cart/localCart";
import { cardCause, shownCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { focusHeading } from "@/shared/page/focus";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Money } from "@/ui/Money";
import { Stepper } from "@/ui/Stepper";
import { GiftNote } from "./GiftNote";

/** What the cart shows of an item, wherever it is kept. */
export interface ShownItem {
  vendorId: string;
  vendor: { displayName: string; logoPath: string | null; hue: number | null };
  campaign: { name: string } | null;
  charity: { name: string; logoPath: string | null } | null;
  type: number;
  quantity: number;
  /** In dollars, like the total. */
  price: number;
  total: number;
  isGift: boolean;
  to: string | null;
  recipientEmail: string | null;
  from: string | null;
  giftMessage: string | null;
}

export interface Line {
  key: string;
  item: ShownItem;
  /** What its cause gets, in dollars, where that is known. */
  share?: number | undefined;
  /** Why it can't be bought; it has to be removed. */
  problem?: string | undefined;
  /** Left out where the number can't be changed. */
  onQuantity?: ((quantity: number) => void) | undefined;
  /** Left out where a gift's words can't be changed. */
  onGift?: ((words: GiftWords) => Promise<unknown>) | undefined;
  /** Left out where it can't be removed. */
  onRemove?: (() => void) | undefined;
  isBeingRemoved?: boolean | undefined;
}

/** One card of the cart: for whom, for which cause, how many. */
export function CartLine({
  item,
  share,
  problem,
  onQuantity,
  onGift,
  onRemove,
  isBeingRemoved = false,
}: Line) {
  const remove = () => {
    focusHeading();
    onRemove?.();
  };
  const { vendor, vendorId, price, quantity, total } = item;
  const [campaign, charity] = [shownCause(item.campaign), shownCause(item.charity)];
  return (
    <article
      className="cart-line"
      data-off-sale={problem !== undefined || undefined}
      aria-busy={isBeingRemoved}
    >
      <GiftCard
        size="small"
        shop={cardShop(vendor)}
        amount={price}
        cause={charity ? cardCause(charity.name, charity.logoPath) : undefined}
        className="cart-card"
      />
      <div className="min-w-0">
        <h3 className="text-lg leading-tight wrap-anywhere">
          <Link to={paths.vendor(vendorId)} className="text-ink no-underline hover:underline">
            {vendor.displayName}
          </Link>
        </h3>
        <p className="mt-1 text-ink-soft">{m.cart_card({ price: formatPrice(price) })}</p>
        {campaign && charity && (
          <p className="mt-2 text-sm wrap-anywhere">
            {m.cart_supports({ campaign: campaign.name, charity: charity.name })}
            {share !== undefined && (
              <span className="block font-semibold text-accent">
                {m.cart_share({ cause: charity.name, share: formatMoney(share) })}
              </span>
            )}
          </p>
        )}
      </div>
      {problem !== undefined && (
        <p className="cart-problem">
          <Icon name="circle-exclamation-point" size={20} />
          <span>{m.cart_off_sale({ problem })}</span>
        </p>
      )}
      {item.isGift && <GiftNote item={item} onSave={onGift} />}
      <div className="cart-line-count">
        {onQuantity ? (
          <Stepper
            label={m.cart_quantity_of({ shop: vendor.displayName })}
            isLabelHidden
            value={quantity}
            least={1}
            most={MOST_CARDS}
            onChange={onQuantity}
          />
        ) : (
          <span className="text-ink-soft">{m.cart_quantity({ quantity })}</span>
        )}
        <Money amount={total} className="text-lg font-bold" />
        {onRemove && (
          <IconButton
            icon="trash"
            label={m.cart_remove({ shop: vendor.displayName })}
            disabled={isBeingRemoved}
            onClick={remove}
          />
        )}
      </div>
    </article>
  );
}
