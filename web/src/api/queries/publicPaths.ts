// Paths of public pages' reads, by the kind of record that the portal changes.
import type { ReadPath } from "@/api/reading";

export const PUBLIC_PATHS = {
  vendors: ["/Public/Vendors", "/Public/vendor/{id}", "/Public/charities/{id}/vendors"],
  charities: ["/Public/Charities", "/Public/charities/{id}"],
  campaigns: [
    "/Public/charities/campaigns",
    "/Public/charities/campaigns/{id}",
    "/Public/charities/campaigns/{id}/updates",
  ],
  categories: ["/Public/Categories", "/Public/Categories/popular"],
  regions: ["/Public/Regions"],
  organizations: ["/Public/Organizations"],
} satisfies Record<string, ReadPath[]>;
