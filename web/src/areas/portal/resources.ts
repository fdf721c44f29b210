// All lists declared in a `resource.tsx`, in the order of the sidebar.
import { brand } from "@/brands/current";
import { can } from "@/session/can";
import type { Profile } from "@/session/current";
import type { Resource } from "@/areas/portal/kit/declareResource";

const found = import.meta.glob<Resource>("./*/resource.tsx", { eager: true, import: "resource" });

export const resources = Object.values(found).toSorted((a, b) => a.menu.position - b.menu.position);

/** Returns the resources that the user may manage. */
export function resourcesFor(profile: Profile): Resource[] {
  return resources.filter(({ may, isOfCauses }) => can(profile, may) && (brand.hasCharities || !isOfCauses));
}
