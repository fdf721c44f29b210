import type { MouseEvent } from "react";
import { m } from "@/i18n";
import { GiftCard } from "@/features/card/GiftCard";
import type { CartEntry } from "@/features/cart/useCart";
import { cardCause, shownCause } from "@/features/catalogue/cardCause";
import { cardShop } from "@/features/catalogue/cardShop";
import { focusHeading } from "@/shared/page/focus";
import { IconButton } from "@/ui/form/IconButton";
import { Icon } from "@/ui/Icon";
import { Disclosure } from "@/ui/layout/Disclosure";
import { Money } from "@/ui/Money";
import { cartCard, cartLine, cartRow } from "./cartLook";
import type { CartLineProps } from "./CartLine";

interface ListLineProps {
  /** The gifts of the list. */
  gifts: readonly CartLineProps[];
}

/** One line of the cart for all gifts of a list. */
export function ListLine({ gifts }: ListLineProps) {
  const [first] = gifts;
  if (!first) return null;
  const { item, onRemoveList } = first;
  const charity = shownCause(item.charity);
  const total = gifts.reduce((sum, gift) => sum + gift.item.total, 0);
  const problems = [...new Set(gifts.flatMap(({ problem }) => problem ?? []))];
  const remove = ({ detail }: MouseEvent) => {
    if (detail > 1) return;
    focusHeading();
    onRemoveList?.();
  };
  return (
    <article className={cartLine}>
      <GiftCard
        size="small"
        shop={cardShop(item.vendor)}
        amount={item.price}
        cause={charity ? cardCause(charity.name, charity.logoPath) : undefined}
        className={cartCard}
      />
      <div className="min-w-0">
        <h3 className="text-lg leading-tight wrap-anywhere">{item.vendor.displayName}</h3>
        <p className="mt-1 text-ink-soft wrap-anywhere">
          {m.cart_list({ count: gifts.length, from: item.from ?? "" })}
        </p>
      </div>
      {problems.map((problem) => (
        <p
          key={problem}
          className={`${cartRow} flex gap-2.5 rounded-control bg-danger-quiet px-3.5 py-2.5 text-sm/normal font-semibold`}
        >
          <Icon name="circle-exclamation-point" size={20} className="text-danger" />
          {m.cart_off_sale({ problem })}
        </p>
      ))}
      <div className={cartRow}>
        <Disclosure summary={m.cart_list_recipients()}>
          <ul className="grid gap-1 text-sm">
            {gifts.map((gift, place) => (
              <li key={place} className="wrap-anywhere">
                {recipient(gift)}
              </li>
            ))}
          </ul>
        </Disclosure>
      </div>
      <div className={`${cartRow} flex items-center gap-3 sm:self-end`}>
        <Money amount={total} className="ml-auto text-lg font-bold" />
        {onRemoveList && (
          <IconButton icon="trash" label={m.cart_list_remove({ count: gifts.length })} onClick={remove} />
        )}
      </div>
    </article>
  );
}

const recipient = ({ item }: Pick<CartEntry, "item">) => `${item.to ?? ""} (${item.recipientEmail ?? ""})`;
