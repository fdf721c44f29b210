// Why somebody is not where they wanted to go.
import { m } from "@/i18n";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { landingPlace } from "@/session/places";
import { toast } from "@/ui/toast";

export const tellNotTheirs = () => toast.error(m.common_error_permission());

export const tellNothingHere = () => toast.error(m.common_nothing_here());

/** A workplace was opened by somebody who works nowhere. Others know where they work. */
export function tellNoRole(profile: Profile): void {
  if (landingPlace(profile) === paths.home()) toast.info(m.common_no_role());
}
