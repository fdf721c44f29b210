import type { PostalAddress } from "@/api/queries/shopWindow";

/** Where a phone's own map, or a page of maps, says how to get there. */
export function directionsTo({ addressLine1, city, province, postalCode }: PostalAddress): string {
  const destination = [addressLine1, city, `${province} ${postalCode}`].join(", ");
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination })}`;
}
