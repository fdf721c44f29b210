import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { Link, Outlet } from "react-router";
import { useLeaveTenant } from "@/areas/portal/kit/useLeaveTenant";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { PageTabs } from "@/areas/portal/kit/PageTabs";
import { BackToOrigin } from "@/areas/portal/kit/BackToOrigin";
import { useOrigin } from "@/areas/portal/kit/origin";
import type { PortalEntry } from "@/areas/portal/menu";
import { usePageActions } from "@/shared/page/pageActions";
import { asLeft } from "@/shared/table/leftLists";
import { m } from "@/i18n";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { Skeleton } from "@/ui/layout/Skeleton";
import type { TenantConfig } from "./config";
import { StateChip } from "./StateChip";
import type { Tenant } from "./values";

interface TenantLayoutProps<Found extends Tenant, Key extends QueryKey> {
  config: TenantConfig;
  /** Id from the address. */
  id: string;
  query: UseQueryOptions<Found, Error, Found, Key>;
  /** Pages of the tenant. */
  entries: readonly PortalEntry[];
}

/** Layout of the pages about one vendor or charity for administrators: name and tabs. */
export function TenantLayout<Found extends Tenant, Key extends QueryKey>({
  config,
  id,
  query,
  entries,
}: TenantLayoutProps<Found, Key>) {
  const found = useQuery(query);
  const tenant = found.data;
  useLeaveTenant(found, config.paths.list);
  const isFromHelpdesk = useOrigin() !== undefined;
  const note = tenant?.displayName;
  usePageActions([
    { label: m.tenants_edit_all(), note, to: config.paths.edit(id), icon: "pencil" },
    ...entries.map((entry) => ({ ...entry, note })),
  ]);

  if (isFromHelpdesk) {
    // A card or order opened from support is a case, so it is shown without the shop's tabs.
    return (
      <>
        <BackToOrigin />
        <Outlet />
      </>
    );
  }
  return (
    <>
      {/* A red frame around the page shows administrators that they are in a tenant's portal. */}
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-(--layer-tooltip) border-4 border-danger print:hidden"
      />
      <p className="mb-2 flex flex-wrap items-center gap-x-4 font-semibold text-danger print:hidden">
        {m.tenants_viewed({ name: tenant?.displayName ?? "…" })}
        <Link to={config.paths.edit(id)} className="inline-flex min-h-11 items-center text-danger">
          {m.tenants_viewed_exit()}
        </Link>
      </p>
      <header className="mb-4">
        <Link to={asLeft(config.paths.list)} className="shell-link -ml-1">
          <Icon name="arrow-left" size={18} />
          {config.labels.back()}
        </Link>
        <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2">
          {tenant ? (
            <>
              <span className="text-lg font-semibold">
                <PictureTile kind={config.picture} pictureKey={tenant.logoPath} name={tenant.displayName} />
              </span>
              <StateChip state={tenant.state} closedAt={tenant.closedAt} />
              <span className="grow" />
              <LinkButton size="small" to={config.paths.edit(id)}>
                <Icon name="pencil" size={18} />
                {m.tenants_edit_all()}
              </LinkButton>
            </>
          ) : (
            <Skeleton className="h-11 w-64" />
          )}
        </div>
      </header>
      <PageTabs label={m.tenants_places({ name: tenant?.displayName ?? "" })} entries={entries} />
      <Outlet />
    </>
  );
}
