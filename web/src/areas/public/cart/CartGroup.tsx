import { useId } from "react";
import type { CartItem } from "@/shared/cart/localCart";
import { CartLine } from "./CartLine";

interface CartGroupProps {
  title: string;
  items: readonly CartItem[];
  onQuantity: (item: CartItem, quantity: number) => void;
  onRemove: (item: CartItem) => void;
}

/** Cards of one kind. */
export function CartGroup({ title, items, onQuantity, onRemove }: CartGroupProps) {
  const titleId = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-4 text-xl">
        {title}
      </h2>
      <ul className="grid gap-4">
        {items.map((item, place) => (
          <li key={place}>
            <CartLine
              item={item}
              onQuantity={(quantity) => onQuantity(item, quantity)}
              onRemove={() => onRemove(item)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
