// Where the admin portal leads, by role: the one table of its navigation. An entry is shown once its page exists.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { isAdministrator, isCharityManager, isSuperAdministrator, isVendorManager } from "@/session/can";
import type { Profile } from "@/session/current";
import type { IconName } from "@/ui/iconNames";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
}

/** What the admin portal's route says in its `handle`: the pages it has. */
export interface AdminHandle {
  pages: readonly string[];
}

function administratorEntries(): SidebarEntry[] {
  return [
    { label: m.admin_users(), to: adminPaths.users.list(), icon: "users" },
    { label: m.admin_vendors(), to: adminPaths.vendors(), icon: "store" },
    { label: m.admin_charities(), to: adminPaths.charities(), icon: "hand-heart" },
    { label: m.admin_helpdesk(), to: adminPaths.cards(), icon: "wallet-cards" },
    { label: m.log_title(), to: adminPaths.log(), icon: "shield-check" },
    { label: m.admin_vendor_report(), to: adminPaths.vendorReport(), icon: "chart-column" },
    { label: m.admin_charity_report(), to: adminPaths.charityReport(), icon: "chart-pie" },
  ];
}

function directoryEntries(): SidebarEntry[] {
  return [
    { label: m.admin_regions(), to: adminPaths.regions(), icon: "map" },
    { label: m.admin_organizations(), to: adminPaths.organizations(), icon: "shapes" },
    { label: m.admin_categories(), to: adminPaths.categories(), icon: "tags" },
  ];
}

/** The pages about one vendor: its manager's own, or with an id as an administrator sees them. */
export function vendorEntries(vendorId?: string): SidebarEntry[] {
  const area = adminPaths.vendorArea(vendorId);
  return [
    { label: m.admin_summary(), to: area.summary(), icon: "layout-dashboard" },
    { label: m.admin_users(), to: area.users.list(), icon: "users" },
    { label: m.admin_information(), to: area.information(), icon: "info" },
    { label: m.admin_cards(), to: area.cards(), icon: "wallet-cards" },
    { label: m.approval_title(), to: area.approvals(), icon: "circle-check" },
    { label: m.counter_settings_title(), to: area.counter(), icon: "scan-line" },
    { label: m.tills_title(), to: area.tills(), icon: "monitor" },
    { label: m.log_title(), to: area.log(), icon: "shield-check" },
    { label: m.admin_reporting(), to: area.reporting(), icon: "chart-line" },
  ];
}

/** The pages about one charity, in the same two forms. */
export function charityEntries(charityId?: string): SidebarEntry[] {
  const area = adminPaths.charityArea(charityId);
  return [
    { label: m.admin_information(), to: area.information(), icon: "info" },
    { label: m.admin_campaigns(), to: area.campaigns(), icon: "megaphone" },
    { label: m.log_title(), to: area.log(), icon: "shield-check" },
    { label: m.admin_reporting(), to: area.reporting(), icon: "chart-line" },
  ];
}

/** The groups of the sidebar for somebody, without those that have nothing to show. */
export function sidebarOf(profile: Profile, pages: readonly string[]): SidebarEntry[][] {
  const groups = [
    isAdministrator(profile) ? administratorEntries() : [],
    isSuperAdministrator(profile) ? directoryEntries() : [],
    isVendorManager(profile) ? vendorEntries() : [],
    isCharityManager(profile) ? charityEntries() : [],
  ];
  return groups
    .map((entries) => entries.filter(({ to }) => pages.includes(to)))
    .filter((entries) => entries.length > 0);
}
