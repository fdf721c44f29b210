// Messages about a redirect.
import { m } from "@/i18n";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { landingPath } from "@/session/postSignInRoute";
import { toast } from "@/ui/overlay/toast";

export const notifyNoAccess = () => toast.error(m.common_error_permission());

export const notifyNotFound = () => toast.error(m.common_nothing_here());

/** Tells a user without a role that they have none. Other users know where they work. */
export function notifyNoRole(profile: Profile): void {
  if (landingPath(profile) === paths.home()) toast.info(m.common_no_role());
}
