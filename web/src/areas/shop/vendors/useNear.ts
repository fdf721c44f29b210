import { placeInSearch } from "@/lib/placeInSearch";
import { isPostalArea } from "@/lib/postalCode";
import { clearRegion } from "@/session/region";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";

/** Reads and changes the shopper's location in the address; "" if there is none. */
export function useNear(filter: ReturnType<typeof useAddressFilter>) {
  const asked = filter.read("near");
  return {
    near: isPostalArea(asked) ? asked : "",
    /** Searches for a text. A postal code in the text becomes the location. */
    lookFor: (text: string) => {
      const place = placeInSearch(text);
      if (!place) return filter.write("q", text);
      clearRegion();
      filter.writeAll({ q: place.text, near: place.near });
    },
    // The nearest shops may be in another region, so the chosen region is cleared.
    lookFrom: (postalCode: string) => {
      if (postalCode !== "") clearRegion();
      filter.write("near", postalCode);
    },
  };
}

/** Returns whether the location of a valid postal code is unknown: no shop has a distance from it. */
export function isUnknownPlace(
  near: string,
  shops: readonly { distance: number | null }[] | undefined,
): boolean {
  return (
    near !== "" && shops !== undefined && shops.length > 0 && shops.every((shop) => shop.distance === null)
  );
}
