import { useId } from "react";
import { foldLists } from "@/features/cart/foldLists";
import { CartLine, type CartLineProps } from "./CartLine";
import { ListLine } from "./ListLine";

interface CartGroupProps {
  title: string;
  lines: readonly (CartLineProps & { key: string })[];
}

/** Cart items of one card type. */
export function CartGroup({ title, lines }: CartGroupProps) {
  const titleId = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-4 text-xl">
        {title}
      </h2>
      <ul className="grid gap-4">
        {foldLists(lines, ({ item }) => ("listId" in item ? item.listId : null)).map((gifts) =>
          gifts.map(({ key, ...line }, place) =>
            place > 0 ? null : (
              <li key={key}>{gifts.length > 1 ? <ListLine gifts={gifts} /> : <CartLine {...line} />}</li>
            ),
          ),
        )}
      </ul>
    </section>
  );
}
