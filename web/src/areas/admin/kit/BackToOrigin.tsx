import { Link } from "react-router";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { Icon } from "@/ui/Icon";
import { useOrigin } from "./origin";

const lists = new Set([adminPaths.gifts(), adminPaths.payments(), adminPaths.refunds()]);

function wordsFor(place: string): string {
  if (lists.has(place)) return m.helpdesk_back_to_list();
  if (place === adminPaths.cards() || place.startsWith("/admin/cards/open/")) return m.helpdesk_back();
  if (place.startsWith(adminPaths.person(""))) return m.helpdesk_back_to_person();
  return place.startsWith(adminPaths.order("")) ? m.helpdesk_back_to_order() : m.helpdesk_back_to_card();
}

/** The way back to the search, as it was left; of what was opened from an order or a person, to that. */
export function BackToOrigin() {
  const { to, state } = useOrigin() ?? { to: adminPaths.cards(), state: null };
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 items-center gap-2 text-ink-soft no-underline"
    >
      <Icon name="arrow-left" size={18} />
      {wordsFor(to.split("?")[0] ?? "")}
    </Link>
  );
}
