import { NavLink } from "react-router";
import { Icon } from "@/ui/Icon";
import type { PortalEntry } from "@/areas/portal/menu";

interface PageTabsProps {
  label: string;
  entries: readonly PortalEntry[];
  /** Whether to match addresses exactly, because one entry's address is the prefix of others. */
  isExact?: boolean;
}

/** Scrolls the current tab to the centre: on a phone, not all tabs fit. */
function bringIntoSight(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (!row || !link.matches("[aria-current]")) return;
  row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Tabs that link related pages. */
export function PageTabs({ label, entries, isExact = false }: PageTabsProps) {
  return (
    <nav
      aria-label={label}
      className="flex gap-1 mb-7 overflow-x-auto overflow-y-hidden border-b border-b-line lg:flex-wrap"
    >
      {entries.map(({ label: name, to, icon }) => (
        <NavLink
          key={to}
          to={to}
          end={isExact}
          ref={bringIntoSight}
          className="-mb-px flex min-h-12 items-center gap-2 border-b-3 border-transparent px-4 font-semibold whitespace-nowrap text-ink-soft no-underline hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink"
        >
          <Icon name={icon} size={20} />
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
