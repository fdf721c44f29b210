import { placeInSearch } from "@/lib/placeInSearch";
import { isPostalArea } from "@/lib/postalCode";
import { forgetRegion } from "@/session/region";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";

/** From where a list of shops is looked at, as its address says, or "". */
export function useNear(filter: ReturnType<typeof useAddressFilter>) {
  const asked = filter.read("near");
  return {
    near: isPostalArea(asked) ? asked : "",
    /** Looks for words. A place among them is where to look. */
    lookFor: (text: string) => {
      const place = placeInSearch(text);
      if (!place) return filter.write("q", text);
      forgetRegion();
      filter.writeAll({ q: place.text, near: place.near });
    },
    // What is near doesn't end where a region does.
    lookFrom: (postalCode: string) => {
      if (postalCode !== "") forgetRegion();
      filter.write("near", postalCode);
    },
  };
}

/** Whether nobody knows where a place is: its code has the right form, and no shop has a distance from it. */
export function isUnknownPlace(
  near: string,
  shops: readonly { distance: number | null }[] | undefined,
): boolean {
  return (
    near !== "" && shops !== undefined && shops.length > 0 && shops.every((shop) => shop.distance === null)
  );
}
