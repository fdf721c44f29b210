// Counts of open work for administrators, read by one call for sidebar and dashboard.
import { queryOptions } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";

export type OpenCounts = components["schemas"]["OpenCounts"];

const ASKED_EVERY_MS = 60_000;

export const openCountsQuery = queryOptions({
  ...reading("/api/v1/Helpdesk/open"),
  refetchInterval: ASKED_EVERY_MS,
});
