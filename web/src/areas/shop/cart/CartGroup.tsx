import { useId } from "react";
import { CartLine, type CartLineProps } from "./CartLine";

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
        {lines.map(({ key, ...line }) => (
          <li key={key}>
            <CartLine key={key} {...line} />
          </li>
        ))}
      </ul>
    </section>
  );
}
