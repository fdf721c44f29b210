import { useQuery, useQueryClient } from "@tanstack/react-query";
import { invalidate } from "@/api/reading";
import { useApprovalNews } from "@/session/approvalNews";
import { useIsChannelOpen } from "@/session/channel";
import { APPROVALS, approvalQuery, approvalsQuery, ASKED_EVERY_MS } from "./approvals";

/** Asks anew when the live channel tells of something, and by itself only while that is closed. */
function useFreshApprovals(): number | false {
  const client = useQueryClient();
  useApprovalNews(() => void invalidate(client, APPROVALS));
  return useIsChannelOpen() ? false : ASKED_EVERY_MS;
}

/** What waits at a shop, as it is now. */
export function useApprovals(tenantId: string) {
  const refetchInterval = useFreshApprovals();
  return useQuery({ ...approvalsQuery(tenantId), refetchInterval });
}

/** One request, as it is now. */
export function useApproval(id: string) {
  const refetchInterval = useFreshApprovals();
  return useQuery({ ...approvalQuery(id), refetchInterval });
}
