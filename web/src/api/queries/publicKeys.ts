// What visitors see of what the portal changes: how the keys of its queries begin.
import type { ReadPath } from "@/api/reading";

const below = (...names: ReadPath[]) => names.map((name) => [`/api/v1${name}`] as const);

export const PUBLIC_KEYS = {
  vendors: below("/Public/Vendors", "/Public/vendor/{id}", "/Public/charities/{id}/vendors"),
  charities: below("/Public/Charities", "/Public/charities/{id}"),
  campaigns: below("/Public/charities/campaigns", "/Public/charities/campaigns/{id}"),
  categories: below("/Public/Categories", "/Public/Categories/popular"),
  regions: below("/Public/Regions"),
  organizations: below("/Public/Organizations"),
};
