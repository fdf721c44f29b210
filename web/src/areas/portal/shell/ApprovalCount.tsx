import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { useApprovals } from "@/features/counter/approvals/useApprovals";
import { Chip } from "@/ui/list/Chip";

/** Number of redemptions that wait for a shop's manager; renders nothing if there are none. */
export function ApprovalCount() {
  const count = useApprovals(useProfile()?.tenantIds[0] ?? "").data?.totalItems ?? 0;
  if (count === 0) return null;
  return (
    <Chip tone="warning" className="ml-auto">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{m.approval_count({ count })}</span>
    </Chip>
  );
}
