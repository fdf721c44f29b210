import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/api/queries/settings";
import type { brand } from "@/brands/current";

/**
 * Returns the public address of a page of a brand: at the configured site, whatever host the user
 * works on. Until the settings have loaded, it uses the current host.
 */
export function usePublicAddress(slug: typeof brand.slug, path: string): string {
  const { data } = useQuery(settingsQuery());
  return (data?.sites?.[slug] ?? location.origin) + path;
}
