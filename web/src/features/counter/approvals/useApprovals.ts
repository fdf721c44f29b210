import { useQuery, useQueryClient } from "@tanstack/react-query";
import { invalidate } from "@/api/reading";
import { useApprovalNews } from "@/session/approvalNews";
import { useIsChannelOpen } from "@/session/channel";
import { APPROVALS, approvalQuery, approvalsQuery, ASKED_EVERY_MS } from "./approvals";

/** Refetches approvals on events of the live channel. Returns a poll interval while the channel is closed. */
function useFreshApprovals(): number | false {
  const client = useQueryClient();
  useApprovalNews(() => void invalidate(client, APPROVALS));
  return useIsChannelOpen() ? false : ASKED_EVERY_MS;
}

/** Returns the open requests of a shop, kept up to date. */
export function useApprovals(tenantId: string) {
  const refetchInterval = useFreshApprovals();
  return useQuery({ ...approvalsQuery(tenantId), refetchInterval });
}

/** Returns one request, kept up to date. */
export function useApproval(id: string) {
  const refetchInterval = useFreshApprovals();
  return useQuery({ ...approvalQuery(id), refetchInterval });
}
