import "./tenants.css";
import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { Link, NavLink, Outlet, useMatches } from "react-router";
import { PictureTile } from "@/areas/admin/pictures/PictureTile";
import { BackToOrigin } from "@/areas/admin/helpdesk/BackToOrigin";
import { useOrigin } from "@/areas/admin/helpdesk/origin";
import type { AdminHandle, SidebarEntry } from "@/areas/admin/shell/sidebar";
import { m } from "@/i18n";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/LinkButton";
import { Skeleton } from "@/ui/Skeleton";
import type { TenantsAbout } from "./about";
import { StateChip } from "./StateChip";
import { useLeaveKept } from "./useLeaveKept";
import type { Tenant } from "./values";

interface KeptLayoutProps<Found extends Tenant, Key extends QueryKey> {
  about: TenantsAbout;
  /** The one that the address names. */
  id: string;
  query: UseQueryOptions<Found, Error, Found, Key>;
  /** Its pages. Those that don't exist yet are left out. */
  entries: readonly SidebarEntry[];
  /** The name of the address' part that is the id. */
  parameter: "vid" | "cid";
}

/** On a phone the places don't fit beside each other: the one where one is comes to the middle. */
function bringIntoSight(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (!row || !link.matches("[aria-current]")) return;
  row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Around the pages about one vendor or charity, as administrators see them: whose they are, and the ways between them. */
export function KeptLayout<Found extends Tenant, Key extends QueryKey>({
  about,
  id,
  query,
  entries,
  parameter,
}: KeptLayoutProps<Found, Key>) {
  const { data: tenant, isError } = useQuery(query);
  useLeaveKept(isError, about);
  const isFromHelpdesk = useOrigin() !== undefined;
  const handles = useMatches().map(({ handle }) => handle as Partial<AdminHandle> | undefined);
  const existing = new Set(handles.flatMap((handle) => handle?.pages ?? []));
  const places = entries.filter(({ to }) =>
    existing.has(to.replace(encodeURIComponent(id), `:${parameter}`)),
  );

  return (
    <>
      <header className="mb-4">
        {isFromHelpdesk ? (
          <BackToOrigin />
        ) : (
          <Link to={about.places.list} className="shell-link -ml-1">
            <Icon name="arrow-left" size={18} />
            {about.words.back()}
          </Link>
        )}
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2">
          {tenant ? (
            <>
              <span className="text-lg font-semibold">
                <PictureTile kind={about.picture} pictureKey={tenant.logoPath} name={tenant.displayName} />
              </span>
              <StateChip state={tenant.state} />
              <span className="grow" />
              <LinkButton size="small" to={about.places.edit(id)}>
                <Icon name="pencil" size={18} />
                {m.tenants_edit_all()}
              </LinkButton>
            </>
          ) : (
            <Skeleton className="h-11 w-64" />
          )}
        </div>
      </header>
      <nav aria-label={m.tenants_places({ name: tenant?.displayName ?? "" })} className="tenant-places">
        {places.map(({ label, to, icon }) => (
          <NavLink key={to} to={to} ref={bringIntoSight} className="tenant-place">
            <Icon name={icon} size={20} />
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
