// Menus of the portal, from the entries that the screens declare.
import type { Profile } from "@/session/profile";
import type { MenuGroup } from "@/shared/page/screen";
import type { IconName } from "@/ui/iconNames";
import { menu } from "./routes";

export interface PortalEntry {
  label: string;
  to: string;
  icon: IconName;
  /** Key that opens the page after G, unique among a user's pages. */
  goKey?: string | undefined;
}

/** Returns a menu's entries for a user; with an id those about one vendor or charity, as administrators see them. */
export function entriesOf(group: MenuGroup, profile: Profile | undefined, tenantId?: string): PortalEntry[] {
  return menu
    .filter((entry) => entry.group === group && (!entry.may || (profile && entry.may(profile))))
    .map(({ label, to, icon, goKey }) => ({ label: label(), to: to(tenantId), icon, goKey }));
}
