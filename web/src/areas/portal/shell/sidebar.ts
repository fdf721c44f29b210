// Sidebar of the portal by role. The screens declare their entries.
import { m } from "@/i18n";
import { paths } from "@/paths";
import { entriesOf, type PortalEntry } from "@/areas/portal/menu";
import { isAdministrator, isCharityManager, isVendorManager, isVendorStaff } from "@/session/can";
import { useProfile, type Profile } from "@/session/current";

/**
 * Returns the link to the counter for managers, who also work there; the counter has its own
 * layout.
 */
function counterEntries(): PortalEntry[] {
  return [{ label: m.shell_counter(), to: paths.counter(), icon: "scan-line", goKey: "s" }];
}

/** Returns a user's sidebar groups, without empty ones. */
export function sidebarOf(profile: Profile): PortalEntry[][] {
  const groups = [
    isAdministrator(profile) ? entriesOf("administrators", profile) : [],
    entriesOf("directory", profile),
    isVendorManager(profile) ? entriesOf("vendor", profile) : [],
    isVendorStaff(profile) ? counterEntries() : [],
    isCharityManager(profile) ? entriesOf("charity", profile) : [],
  ];
  return groups.filter((entries) => entries.length > 0);
}

/** Returns the sidebar of the signed-in user. */
export function useSidebar(): PortalEntry[][] {
  const profile = useProfile();
  return profile ? sidebarOf(profile) : [];
}
