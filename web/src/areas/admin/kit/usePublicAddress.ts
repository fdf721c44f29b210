import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/api/queries/settings";
import type { brand } from "@/brands/current";

/**
 * Where people find a page of a brand: at the configured address, whatever stands in the bar of whoever works here. Until that is
 * known, the page as it is called here.
 */
export function usePublicAddress(slug: typeof brand.slug, path: string): string {
  const { data } = useQuery(settingsQuery());
  return (data?.sites?.[slug] ?? location.origin) + path;
}
