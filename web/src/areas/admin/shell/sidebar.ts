// Where the admin portal leads, by role: the one table of its navigation. Lists that are declared bring their own entries.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { charityEntries, vendorEntries, type SidebarEntry } from "@/areas/admin/kit/tenantPages";
import { resources } from "@/areas/admin/resources";
import { paths } from "@/paths";
import { can, isAdministrator, isCharityManager, isVendorEmployee, isVendorManager } from "@/session/can";
import { useProfile, type Profile } from "@/session/current";

function administratorEntries(): SidebarEntry[] {
  return [
    { label: m.dashboard_title(), to: adminPaths.dashboard(), icon: "layout-dashboard" },
    { label: m.admin_users(), to: adminPaths.users.list(), icon: "users" },
    { label: m.admin_vendors(), to: adminPaths.vendors(), icon: "store" },
    { label: m.admin_charities(), to: adminPaths.charities(), icon: "hand-heart" },
    { label: m.reports_vendor_report(), to: adminPaths.vendorReport(), icon: "chart-column" },
    { label: m.reports_charity_report(), to: adminPaths.charityReport(), icon: "chart-pie" },
    { label: m.books_title(), to: adminPaths.books(), icon: "notebook-text" },
    { label: m.payouts_title(), to: adminPaths.payouts(), icon: "banknote" },
    { label: m.admin_helpdesk(), to: adminPaths.cards(), icon: "wallet-cards" },
    { label: m.log_title(), to: adminPaths.log(), icon: "shield-check" },
  ];
}

/** For managers who stand at the counter, too: the counter has pages of its own. */
function counterEntries(): SidebarEntry[] {
  return [{ label: m.shell_counter(), to: paths.scanCards(), icon: "wallet-cards" }];
}

/** What is declared, as far as somebody may keep it. */
function resourceEntries(profile: Profile): SidebarEntry[] {
  return resources
    .filter(({ may }) => can(profile, may))
    .map(({ menu: { label, to, icon } }) => ({ label: label(), to, icon }));
}

/** The groups of the sidebar for somebody, without those that have nothing to show. */
export function sidebarOf(profile: Profile): SidebarEntry[][] {
  const groups = [
    isAdministrator(profile) ? administratorEntries() : [],
    resourceEntries(profile),
    isVendorManager(profile) ? vendorEntries() : [],
    isVendorEmployee(profile) ? counterEntries() : [],
    isCharityManager(profile) ? charityEntries() : [],
  ];
  return groups.filter((entries) => entries.length > 0);
}

/** The sidebar of whoever is signed in. */
export function useSidebar(): SidebarEntry[][] {
  const profile = useProfile();
  return profile ? sidebarOf(profile) : [];
}
