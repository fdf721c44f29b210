import { Link } from "react-router";
import { m } from "@/i18n";
import { formatPrice } from "@/lib/money";
import { pictureUrl } from "@/lib/pictures";
import { paths } from "@/paths";
import { GiftCard } from "@/shared/card/GiftCard";
import { MOST_CARDS, type CartItem } from "@/shared/cart/localCart";
import { cardShop } from "@/shared/catalogue/cardShop";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Money } from "@/ui/Money";
import { Stepper } from "@/ui/Stepper";

interface CartLineProps {
  item: CartItem;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** One card of the cart: for whom, for which cause, how many. */
export function CartLine({ item, onQuantity, onRemove }: CartLineProps) {
  const { vendor, vendorId, campaign, charity, price, quantity, total } = item;
  return (
    <article className="cart-line">
      <GiftCard
        size="small"
        shop={cardShop(vendor)}
        amount={price}
        cause={charity ? { name: charity.name, logoUrl: causeLogo(charity.logoPath) } : undefined}
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
          </p>
        )}
      </div>
      {item.isGift && <GiftNote item={item} />}
      <div className="cart-line-count">
        <Stepper
          label={m.cart_quantity_of({ shop: vendor.displayName })}
          isLabelHidden
          value={quantity}
          least={1}
          most={MOST_CARDS}
          onChange={onQuantity}
        />
        <Money amount={total} className="text-lg font-bold" />
        <IconButton icon="trash" label={m.cart_remove({ shop: vendor.displayName })} onClick={onRemove} />
      </div>
    </article>
  );
}

function causeLogo(logoPath: string | null): string | undefined {
  return logoPath ? pictureUrl("charity", logoPath, 96) : undefined;
}

function GiftNote({ item: { to, recipientEmail, from, giftMessage } }: { item: CartItem }) {
  return (
    <div className="gift-note">
      <Icon name="gift" size={20} />
      <div className="min-w-0">
        <p className="wrap-anywhere">{m.cart_gift({ to, email: recipientEmail, from })}</p>
        {giftMessage && <p className="mt-1 wrap-anywhere whitespace-pre-line italic">{giftMessage}</p>}
      </div>
    </div>
  );
}
