// Where the admin portal leads, by role: the one table of its navigation. Lists that are declared bring their own entries.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { charityEntries, vendorEntries, type SidebarEntry } from "@/areas/admin/kit/tenantPages";
import { resourcesFor } from "@/areas/admin/resources";
import { brand } from "@/brands/current";
import { isAdministrator, isCharityManager, isVendorManager, isVendorStaff } from "@/session/can";
import { useProfile, type Profile } from "@/session/current";

/** What only a brand with causes has. */
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

/** For managers, who stand at the counter, too: it has pages of its own. */
function counterEntries(): SidebarEntry[] {
  return [{ label: m.shell_counter(), to: paths.counter(), icon: "scan-line", goKey: "s" }];
}

/** What is declared, as far as somebody may keep it. */
function resourceEntries(profile: Profile): SidebarEntry[] {
  return resourcesFor(profile).map(({ menu: { label, to, icon } }) => ({ label: label(), to, icon }));
}

/** The groups of the sidebar for somebody, without those that have nothing to show. */
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

/** The sidebar of whoever is signed in. */
export function useSidebar(): SidebarEntry[][] {
  const profile = useProfile();
  return profile ? sidebarOf(profile) : [];
}
