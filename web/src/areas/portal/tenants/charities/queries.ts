import { collection } from "@/areas/portal/kit/calls";
import { narrowingOf } from "@/areas/portal/tenants/narrowing";
import type { ListState } from "@/shared/table/listState";

export const charityCalls = collection("/api/v1/Charities");

export function charityRowsQuery(list: ListState) {
  return charityCalls.listQuery(list, narrowingOf(list));
}
