import { lazy, Suspense, type FunctionComponent } from "react";
import { Link, matchPath, useLocation } from "react-router";
import { adminPaths } from "@/adminPaths";
import { useOrigin } from "@/areas/portal/kit/origin";
import { m } from "@/i18n";
import { Icon } from "@/ui/Icon";
import { useSidebar } from "./sidebar";

const NoCount: FunctionComponent<{ to: string }> = () => null;

/** Counts load after the entries, which also work without them. */
const EntryCount = lazy(async () => ({
  default: await import("./EntryCount").then(
    (counts) => counts.EntryCount,
    () => NoCount,
  ),
}));

interface AdminNavigationProps {
  /** Called when the user follows a link. */
  onGo?: (() => void) | undefined;
}

/** Sidebar entries of the signed-in user, in groups. */
export function AdminNavigation({ onGo }: AdminNavigationProps) {
  const { pathname } = useLocation();
  // Pages opened from support count as part of it, whatever their address.
  const isFromHelpdesk = useOrigin() !== undefined && pathname.startsWith(adminPaths.vendors());
  const isCurrent = (to: string) =>
    isFromHelpdesk ? to === adminPaths.cards() : matchPath({ path: to, end: false }, pathname) !== null;
  return (
    <nav aria-label={m.admin_navigation()} className="flex flex-col gap-4">
      {useSidebar().map((entries) => (
        <ul
          key={entries[0]?.to}
          className="flex flex-col gap-0.5 border-line not-first:border-t not-first:pt-4"
        >
          {entries.map(({ label, to, icon }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onGo}
                aria-current={isCurrent(to) ? "page" : undefined}
                className="relative flex min-h-12 lg:[@media(max-height:860px)]:min-h-10 items-center gap-3.5 rounded-control px-4 py-2 leading-tight font-semibold text-ink-soft no-underline hover:bg-[color-mix(in_oklab,var(--ink),transparent_92%)] hover:text-ink aria-[current=page]:bg-[color-mix(in_oklab,var(--ink),transparent_86%)] aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-3 aria-[current=page]:before:left-0 aria-[current=page]:before:w-1 aria-[current=page]:before:rounded-r-[4px] aria-[current=page]:before:bg-action aria-[current=page]:[&_.icon]:text-brand"
              >
                <Icon name={icon} size={22} />
                {label}
                <Suspense>
                  <EntryCount to={to} />
                </Suspense>
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
