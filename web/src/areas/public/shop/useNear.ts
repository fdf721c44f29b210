import { isPostalArea } from "@/lib/postalCode";
import { forgetRegion } from "@/session/region";
import type { useAddressFilter } from "@/shared/page/useAddressFilter";

/** From where a list of shops is looked at, as its address says, or "". */
export function useNear(filter: ReturnType<typeof useAddressFilter>) {
  const asked = filter.read("near");
  return {
    near: isPostalArea(asked) ? asked : "",
    // What is near doesn't end where a region does.
    lookFrom: (postalCode: string) => {
      if (postalCode !== "") forgetRegion();
      filter.write("near", postalCode);
    },
  };
}
