import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/api/queries/settings";
import { brand } from "@/brands/current";
import { brandThat } from "@/lib/brandNames";

/**
 * Returns the public address of a page of a brand: at the configured site, whatever host the user
 * works on. Until the settings have loaded, it uses the current host.
 */
export function usePublicAddress(slug: string, path: string): string {
  const { data } = useQuery(settingsQuery());
  return (data?.sites?.[slug] ?? location.origin) + path;
}

/** Returns the slug of the first brand that shows causes. */
export const causesBrand = () => brandThat(true)?.slug ?? brand.slug;

/** Returns the public address of a page about a cause. */
export function useCausesAddress(path: string): string {
  return usePublicAddress(causesBrand(), path);
}
