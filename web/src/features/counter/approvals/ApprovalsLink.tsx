import { Link } from "react-router";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { isVendorManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { HeaderChip } from "@/features/counter/HeaderChip";
import { useApprovals } from "./useApprovals";

/** Link for managers to the redemptions that await approval, with their number. Hidden if there are none. */
export function ApprovalsLink() {
  const profile = useProfile();
  return isVendorManager(profile) ? <Waiting tenantId={profile?.tenantIds[0] ?? ""} /> : null;
}

function Waiting({ tenantId }: { tenantId: string }) {
  const count = useApprovals(tenantId).data?.totalItems ?? 0;
  if (count === 0) return null;
  return (
    <Link to={adminPaths.vendorArea().approvals()} className="flex min-h-11 items-center">
      <HeaderChip icon="shield-check" count={count}>
        {m.approval_count({ count })}
      </HeaderChip>
    </Link>
  );
}
