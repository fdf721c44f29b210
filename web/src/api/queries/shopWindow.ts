// Queries of the public catalogue: vendors, charities, campaigns. List results are also cached as
// single records, so a page opened from a list shows at once.
import { keepPreviousData, queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { keyOf, reading, send, type Readable } from "@/api/reading";
import { readingPages } from "@/api/readingPages";
import type { components } from "@/api/schema";
import { given, remembered } from "./publicList";

export type PublicVendor = components["schemas"]["PublicVendor"];
export type PublicCharity = components["schemas"]["PublicCharity"];
export type PublicCampaign = components["schemas"]["Campaign"];
export type PostalAddress = components["schemas"]["Address"];

const CHARITY_PAGE_SIZE = 24;
const VENDOR_PAGE_SIZE = 12;
const CAMPAIGN_PAGE_SIZE = 12;

const pagedOptions = {
  ...remembered,
  /** Show the previous list while a new filter loads. */
  placeholderData: keepPreviousData,
};

/** Filters of the public vendor list; an empty string filters nothing. */
interface VendorFilter extends Record<string, string> {
  categoryId: string;
  searchText: string;
  regionId: string;
}

/** Query for the number of rows with these filters. */
function counting(path: Readable, asked: object) {
  return queryOptions({
    queryKey: [path, asked, "count"] as readonly unknown[],
    queryFn: async ({ signal }): Promise<number> => {
      const page: { totalItems: number } = await send("get", path, { ...asked, signal });
      return page.totalItems;
    },
    ...remembered,
  });
}

export function vendorQuery(id: string) {
  return { ...reading("/api/v1/Public/vendor/{id}", { path: { id } }), ...remembered };
}

function cacheVendors({ items }: { items: readonly PublicVendor[] }, client: QueryClient): void {
  for (const item of items) client.setQueryData(vendorQuery(item.id).queryKey, item);
}

/** Query for pages of vendors. `near` is the shopper's postal code: the nearest come first. */
export function vendorPages(filter: VendorFilter & { near?: string }) {
  const query = { ...given(filter), pageSize: VENDOR_PAGE_SIZE };
  return { ...readingPages("/api/v1/Public/Vendors", { query }, cacheVendors), ...pagedOptions };
}

/** Query for the number of vendors with these filters. */
export function vendorCount(filter: VendorFilter) {
  return counting("/api/v1/Public/Vendors", { query: { ...given(filter), pageSize: 1 } });
}

/** Query for pages of vendors whose cards can support a charity. */
export function supporterPages(charityId: string, filter: VendorFilter) {
  const query = { ...given(filter), pageSize: VENDOR_PAGE_SIZE };
  return {
    ...readingPages(
      "/api/v1/Public/charities/{id}/vendors",
      { path: { id: charityId }, query },
      cacheVendors,
    ),
    ...pagedOptions,
  };
}

export function supporterCount(charityId: string, filter: VendorFilter) {
  const query = { ...given(filter), pageSize: 1 };
  return counting("/api/v1/Public/charities/{id}/vendors", { path: { id: charityId }, query });
}

interface CharityFilter extends Record<string, string> {
  organizationId: string;
  searchText: string;
  regionId: string;
}

export function charityQuery(id: string) {
  return { ...reading("/api/v1/Public/charities/{id}", { path: { id } }), ...remembered };
}

function cacheCharities({ items }: { items: readonly PublicCharity[] }, client: QueryClient): void {
  for (const item of items) client.setQueryData(charityQuery(item.id).queryKey, item);
}

export function charityPages(filter: CharityFilter) {
  const query = { ...given(filter), pageSize: CHARITY_PAGE_SIZE };
  return { ...readingPages("/api/v1/Public/Charities", { query }, cacheCharities), ...pagedOptions };
}

export function charityCount(filter: CharityFilter) {
  return counting("/api/v1/Public/Charities", { query: { ...given(filter), pageSize: 1 } });
}

interface CampaignFilter extends Record<string, string> {
  /** Id of one charity, or empty for all. */
  charityId: string;
  searchText: string;
}

export function campaignCount(filter: CampaignFilter) {
  return counting("/api/v1/Public/charities/campaigns", { query: { ...given(filter), pageSize: 1 } });
}

export function campaignQuery(id: string) {
  return { ...reading("/api/v1/Public/charities/campaigns/{id}", { path: { id } }), ...remembered };
}

/** Query for a campaign together with its charity. */
export function causeQuery(campaignId: string) {
  return queryOptions({
    queryKey: [...campaignQuery(campaignId).queryKey, "with its charity"],
    queryFn: async ({ client }) => {
      const campaign = await client.query(campaignQuery(campaignId));
      return { campaign, charity: await client.query(charityQuery(campaign.charityId)) };
    },
    ...remembered,
  });
}

function cacheCampaigns({ items }: { items: readonly PublicCampaign[] }, client: QueryClient): void {
  for (const item of items) client.setQueryData(campaignQuery(item.id).queryKey, item);
}

/**
 * Query for the campaign to offer with a shop's cards: that of the shopper's last card, else one
 * that fits the shop. Null if none is running.
 */
export function offeredCampaignQuery(vendorId: string, lastId: string | null) {
  return queryOptions({
    queryKey: [...keyOf("/api/v1/Public/vendor/{id}/campaign", { path: { id: vendorId } }), lastId],
    queryFn: async ({ client, signal }): Promise<PublicCampaign | null> => {
      const last = lastId && (await client.query(campaignQuery(lastId)).catch(() => null));
      if (last && last.isRunning) return last;
      const fitting = call("get", "/api/v1/Public/vendor/{id}/campaign", { path: { id: vendorId }, signal });
      return fitting.catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
    },
    ...remembered,
  });
}

export function campaignPages(filter: CampaignFilter) {
  const query = { ...given(filter), pageSize: CAMPAIGN_PAGE_SIZE };
  return {
    ...readingPages("/api/v1/Public/charities/campaigns", { query }, cacheCampaigns),
    ...pagedOptions,
  };
}
