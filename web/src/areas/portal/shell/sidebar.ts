// Navigation of the portal by role. Declared lists add their own entries.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { charityEntries, vendorEntries, type SidebarEntry } from "@/areas/portal/kit/tenantPages";
import { resourcesFor } from "@/areas/portal/resources";
import { brand } from "@/brands/current";
import { isAdministrator, isCharityManager, isVendorManager, isVendorStaff } from "@/session/can";
import { useProfile, type Profile } from "@/session/current";

/** Returns the entry only for brands with charities. */
function ofCauses(entry: SidebarEntry): SidebarEntry[] {
  return brand.hasCharities ? [entry] : [];
}

function administratorEntries(): SidebarEntry[] {
  return [
    { label: m.dashboard_title(), to: adminPaths.dashboard(), icon: "layout-dashboard", goKey: "d" },
    { label: m.admin_users(), to: adminPaths.users.list(), icon: "users", goKey: "u" },
    { label: m.admin_vendors(), to: adminPaths.vendors(), icon: "store", goKey: "v" },
    ...ofCauses({ label: m.admin_charities(), to: adminPaths.charities(), icon: "hand-heart", goKey: "c" }),
    { label: m.reports_vendor_report(), to: adminPaths.vendorReport(), icon: "chart-column", goKey: "r" },
    ...ofCauses({
      label: m.reports_charity_report(),
      to: adminPaths.charityReport(),
      icon: "chart-pie",
      goKey: "e",
    }),
    { label: m.books_title(), to: adminPaths.books(), icon: "notebook-text", goKey: "b" },
    { label: m.payouts_title(), to: adminPaths.payouts(), icon: "banknote", goKey: "p" },
    { label: m.admin_helpdesk(), to: adminPaths.cards(), icon: "wallet-cards", goKey: "k" },
    { label: m.log_title(), to: adminPaths.log(), icon: "shield-check", goKey: "h" },
  ];
}

/**
 * Returns the link to the counter for managers, who also work there; the counter has its own
 * layout.
 */
function counterEntries(): SidebarEntry[] {
  return [{ label: m.shell_counter(), to: paths.counter(), icon: "scan-line", goKey: "s" }];
}

/** Returns the entries of the declared lists that the user may manage. */
function resourceEntries(profile: Profile): SidebarEntry[] {
  return resourcesFor(profile).map(({ menu: { label, to, icon } }) => ({ label: label(), to, icon }));
}

/** Returns a user's sidebar groups, without empty ones. */
export function sidebarOf(profile: Profile): SidebarEntry[][] {
  const groups = [
    isAdministrator(profile) ? administratorEntries() : [],
    resourceEntries(profile),
    isVendorManager(profile) ? vendorEntries() : [],
    isVendorStaff(profile) ? counterEntries() : [],
    isCharityManager(profile) ? charityEntries() : [],
  ];
  return groups.filter((entries) => entries.length > 0);
}

/** Returns the sidebar of the signed-in user. */
export function useSidebar(): SidebarEntry[][] {
  const profile = useProfile();
  return profile ? sidebarOf(profile) : [];
}
