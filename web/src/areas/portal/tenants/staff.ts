import { reading } from "@/api/reading";

/** Maximum number of people listed on the page of a vendor or charity. */
export const MAX_PEOPLE = 10;

export function staffQuery(tenantId: string) {
  return reading("/api/v1/Accounts", { query: { tenantId, pageIndex: 1, pageSize: MAX_PEOPLE } });
}
