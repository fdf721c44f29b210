// What visitors see of the catalogue: vendors, charities, campaigns. A list that was read also answers for its single things,
// so that a page opened from a list is there at once.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import type { components } from "@/api/schema";
import { given, remembered } from "./publicList";

export type PublicVendor = components["schemas"]["PublicVendor"];
export type PublicCharity = components["schemas"]["PublicCharity"];
export type PublicCampaign = components["schemas"]["Campaign"];
export type PostalAddress = components["schemas"]["Address"];

export const CHARITY_PAGE_SIZE = 24;
export const VENDOR_PAGE_SIZE = 12;
export const CAMPAIGN_PAGE_SIZE = 12;

interface Paged {
  pageIndex: number;
  totalPages: number;
}

const inPages = {
  ...remembered,
  initialPageParam: 1,
  getNextPageParam: ({ pageIndex, totalPages }: Paged) =>
    pageIndex < totalPages ? pageIndex + 1 : undefined,
  /** While another filter is being tried, the last list stays in sight. */
  placeholderData: keepPreviousData,
};

/** What a public list can be narrowed by; the empty text is no narrowing. */
export interface VendorFilter extends Record<string, string> {
  categoryId: string;
  searchText: string;
  regionId: string;
}

export function vendorQuery(id: string) {
  return queryOptions({
    queryKey: ["shop-window", "vendor", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/vendor/{id}", { path: { id }, signal }),
    ...remembered,
  });
}

export function vendorPages(filter: VendorFilter) {
  return infiniteQueryOptions({
    queryKey: ["shop-window", "vendors", filter],
    queryFn: async ({ pageParam, signal, client }) => {
      const query = { ...given(filter), pageIndex: pageParam, pageSize: VENDOR_PAGE_SIZE };
      const page = await call("get", "/api/v1/Public/Vendors", { query, signal });
      for (const vendor of page.items) client.setQueryData(vendorQuery(vendor.id).queryKey, vendor);
      return page;
    },
    ...inPages,
  });
}

/** The vendors whose cards can support a charity. */
export function supporterPages(charityId: string, filter: VendorFilter) {
  return infiniteQueryOptions({
    queryKey: ["shop-window", "supporters", charityId, filter],
    queryFn: async ({ pageParam, signal, client }) => {
      const query = { ...given(filter), pageIndex: pageParam, pageSize: VENDOR_PAGE_SIZE };
      const path = { id: charityId };
      const page = await call("get", "/api/v1/Public/charities/{id}/vendors", { path, query, signal });
      for (const vendor of page.items) client.setQueryData(vendorQuery(vendor.id).queryKey, vendor);
      return page;
    },
    ...inPages,
  });
}

export interface CharityFilter extends Record<string, string> {
  organizationId: string;
  searchText: string;
  regionId: string;
}

export function charityQuery(id: string) {
  return queryOptions({
    queryKey: ["shop-window", "charity", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/charities/{id}", { path: { id }, signal }),
    ...remembered,
  });
}

export function charityPages(filter: CharityFilter) {
  return infiniteQueryOptions({
    queryKey: ["shop-window", "charities", filter],
    queryFn: async ({ pageParam, signal, client }) => {
      const query = { ...given(filter), pageIndex: pageParam, pageSize: CHARITY_PAGE_SIZE };
      const page = await call("get", "/api/v1/Public/Charities", { query, signal });
      for (const charity of page.items) client.setQueryData(charityQuery(charity.id).queryKey, charity);
      return page;
    },
    ...inPages,
  });
}

export interface CampaignFilter extends Record<string, string> {
  /** Of one charity, or of all. */
  charityId: string;
  searchText: string;
}

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: ["shop-window", "campaign", id],
    queryFn: ({ signal }) => call("get", "/api/v1/Public/charities/campaigns/{id}", { path: { id }, signal }),
    ...remembered,
  });
}

export function campaignPages(filter: CampaignFilter) {
  return infiniteQueryOptions({
    queryKey: ["shop-window", "campaigns", filter],
    queryFn: async ({ pageParam, signal, client }) => {
      const query = { ...given(filter), pageIndex: pageParam, pageSize: CAMPAIGN_PAGE_SIZE };
      const page = await call("get", "/api/v1/Public/charities/campaigns", { query, signal });
      for (const campaign of page.items) client.setQueryData(campaignQuery(campaign.id).queryKey, campaign);
      return page;
    },
    ...inPages,
  });
}
