import type { To } from "react-router";
import { m } from "@/i18n";
import { LinkButton } from "@/ui/form/LinkButton";
import { cardName } from "./cardColumns";
import type { CardItem } from "./cards";

/** Link from a card's row to its page. */
export function CardLink({ card, to }: { card: CardItem; to: To }) {
  return (
    <LinkButton
      size="small"
      className="row-link"
      to={to}
      aria-label={m.counter_view_one({ name: cardName(card) })}
    >
      {m.counter_view()}
    </LinkButton>
  );
}
