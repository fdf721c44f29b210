import { Link } from "react-router";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { asLeft } from "@/shared/table/leftLists";
import { Icon } from "@/ui/Icon";
import { useOrigin } from "./origin";

const lists = new Set([adminPaths.gifts(), adminPaths.payments(), adminPaths.refunds()]);

/** Whether the path is the page of one record of the list. */
function isOneOf(place: string, list: string): boolean {
  return place.startsWith(`${list}/`) && !place.slice(list.length + 1).includes("/");
}

function labelFor(place: string): string {
  if (lists.has(place)) return m.helpdesk_back_to_list();
  if (place === adminPaths.cards() || place.startsWith("/admin/cards/open/")) return m.helpdesk_back();
  if (place.endsWith("/users")) return m.helpdesk_back_to_users();
  if (place.startsWith(adminPaths.person(""))) return m.helpdesk_back_to_person();
  if (isOneOf(place, adminPaths.vendors())) return m.helpdesk_back_to_shop();
  if (isOneOf(place, adminPaths.charities())) return m.helpdesk_back_to_cause();
  return place.startsWith(adminPaths.order("")) ? m.helpdesk_back_to_order() : m.helpdesk_back_to_card();
}

/**
 * Link back to the page from which this one was opened: a search, a list with its filters, an
 * order, a person, a shop.
 */
export function BackToOrigin({ otherwise = adminPaths.cards() }: { otherwise?: string }) {
  const { to, state } = useOrigin() ?? { to: asLeft(otherwise), state: null };
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 items-center gap-2 text-ink-soft no-underline"
    >
      <Icon name="arrow-left" size={18} />
      {labelFor(to.split("?")[0] ?? "")}
    </Link>
  );
}
