import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { collection } from "@/areas/portal/kit/calls";
import { PictureTile } from "@/areas/portal/kit/PictureTile";
import { asQuery } from "@/shared/table/anyQuery";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Skeleton } from "@/ui/layout/Skeleton";

const WorkplaceSwitch = lazyPiece(
  async () => (await import("@/features/people/WorkplaceSwitch")).WorkplaceSwitch,
);

interface Named {
  displayName: string;
  logoPath: string | null;
}

const vendors = collection("/api/v1/Vendors");
const charities = collection("/api/v1/Charities");

interface TenantNameProps {
  profile: Profile;
  onGo?: (() => void) | undefined;
}

/**
 * Name of the shop or charity that the user manages, with a link to its first page. Users with
 * several can switch here.
 */
export function TenantName({ profile, onGo }: TenantNameProps) {
  const kind = profile.tenantType === "VENDOR" ? "vendor" : "charity";
  const id = profile.tenantIds[0] ?? "";
  const query = kind === "vendor" ? vendors.oneQuery(id) : charities.oneQuery(id);
  const { data: tenant, isError } = useQuery(asQuery<Named>(query));
  if (!tenant && !isError) return <Skeleton className="h-11 w-full" />;
  const tile = tenant ? (
    <PictureTile kind={kind} pictureKey={tenant.logoPath} name={tenant.displayName} note={m.admin_title()} />
  ) : (
    m.admin_title()
  );
  if (profile.workplaces?.length) {
    return (
      <Suspense fallback={<div className="flex min-h-13 items-center px-2 font-semibold">{tile}</div>}>
        <WorkplaceSwitch profile={profile}>{tile}</WorkplaceSwitch>
      </Suspense>
    );
  }
  return (
    <Link
      to={adminPaths.home()}
      onClick={onGo}
      className="flex min-h-13 items-center rounded-control px-2 font-semibold text-inherit no-underline"
    >
      {tile}
    </Link>
  );
}
