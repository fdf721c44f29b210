import { collection } from "@/areas/portal/kit/calls";
import { activeOf, type ListState } from "@/shared/table/listState";

export const campaignCalls = collection("/api/v1/Charities/campaigns");

export function campaignListQuery(charityId: string, list: ListState) {
  return campaignCalls.listQuery(list, { charityId, ...activeOf(list) });
}

/** Sorting of the list. */
export const campaignOrder = {
  columns: ["name", "startDate", "endDate", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
} as const;
