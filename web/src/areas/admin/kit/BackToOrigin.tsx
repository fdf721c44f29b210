import { Link } from "react-router";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { Icon } from "@/ui/Icon";
import { useOrigin } from "./origin";

/** The way back to the search, as it was left; of a card that was opened from its order, to the order. */
export function BackToOrigin() {
  const { to, state } = useOrigin() ?? { to: adminPaths.cards(), state: null };
  const isSearch = to.split("?")[0] === adminPaths.cards();
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 items-center gap-2 text-ink-soft no-underline"
    >
      <Icon name="arrow-left" size={18} />
      {isSearch ? m.helpdesk_back() : m.helpdesk_back_to_order()}
    </Link>
  );
}
