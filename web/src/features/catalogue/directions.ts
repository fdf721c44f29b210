import type { PostalAddress } from "@/api/queries/shopWindow";

/** Returns a link to directions, in the phone's map app or on a web map. */
export function directionsTo({ addressLine1, city, province, postalCode }: PostalAddress): string {
  const destination = [addressLine1, city, `${province} ${postalCode}`].join(", ");
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination })}`;
}
