import type { MouseEvent } from "react";
import { Link } from "react-router";
import { m } from "@/i18n";
import { formatMoney, formatPrice } from "@/lib/money";
import { paths } from "@/paths";
import { GiftCard } from "@/features/card/GiftCard";
import { shareOf } from "@/features/cart/causeShares";
import { MAX_CARDS } from "@/features/cart/localCart";
import type { CartEntry } from "@/features/cart/useCart";
import { cardCause, shownCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { focusHeading } from "@/shared/page/focus";
import { Icon } from "@/ui/Icon";
import { cx } from "@/ui/cx";
import { IconButton } from "@/ui/form/IconButton";
import { Money } from "@/ui/Money";
import { Stepper } from "@/ui/form/Stepper";
import { cartCard, cartLine, cartRow } from "./cartLook";
import { GiftNote } from "./GiftNote";

export type CartLineProps = Omit<CartEntry, "key">;

/** One line of the cart: the card, its recipient, its cause and the quantity. */
export function CartLine({ item, problem, onQuantity, onGift, onRemove }: CartLineProps) {
  const remove = ({ detail }: MouseEvent) => {
    // The line disappears at once, so the second click of a double click would hit the next line's button.
    if (detail > 1) return;
    focusHeading();
    onRemove?.();
  };
  const { vendor, vendorId, price, quantity, total } = item;
  const share = shareOf(item);
  const [campaign, charity] = [shownCause(item.campaign), shownCause(item.charity)];
  return (
    <article className={cartLine}>
      <GiftCard
        size="small"
        shop={cardShop(vendor)}
        amount={price}
        cause={charity ? cardCause(charity.name, charity.logoPath) : undefined}
        className={cx(cartCard, problem !== undefined && "opacity-70 grayscale")}
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
            {share === undefined ? (
              m.cart_supports({ campaign: campaign.name, charity: charity.name })
            ) : (
              <span className="font-semibold text-accent">
                {m.cart_share_of({
                  share: formatMoney(share),
                  campaign: campaign.name,
                  cause: charity.name,
                })}
              </span>
            )}
          </p>
        )}
      </div>
      {problem !== undefined && (
        <p
          className={`${cartRow} flex gap-2.5 rounded-control bg-danger-quiet px-3.5 py-2.5 text-sm/normal font-semibold`}
        >
          <Icon name="circle-exclamation-point" size={20} className="text-danger" />
          {m.cart_off_sale({ problem })}
        </p>
      )}
      {item.isGift && <GiftNote item={item} onSave={onGift} />}
      {/* The line total comes last, before the remove button. */}
      <div className={`${cartRow} flex items-center gap-3 sm:self-end`}>
        {onQuantity ? (
          <Stepper
            label={m.cart_quantity_of({ shop: vendor.displayName })}
            isLabelHidden
            value={quantity}
            least={1}
            most={MAX_CARDS}
            onChange={onQuantity}
          />
        ) : (
          <span className="text-ink-soft">{m.cart_quantity({ quantity })}</span>
        )}
        <Money amount={total} className="ml-auto text-lg font-bold" />
        {onRemove && (
          <IconButton icon="trash" label={m.cart_remove({ shop: vendor.displayName })} onClick={remove} />
        )}
      </div>
    </article>
  );
}
