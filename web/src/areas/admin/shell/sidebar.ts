// Where the admin portal leads, by role: the one table of its navigation. Lists that are declared bring their own entries.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { resources } from "@/areas/admin/resources";
import { can, isAdministrator, isCharityManager, isVendorManager } from "@/session/can";
import { useProfile, type Profile } from "@/session/current";
import type { IconName } from "@/ui/iconNames";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
}

function administratorEntries(): SidebarEntry[] {
  return [
    { label: m.admin_users(), to: adminPaths.users.list(), icon: "users" },
    { label: m.admin_vendors(), to: adminPaths.vendors(), icon: "store" },
    { label: m.admin_charities(), to: adminPaths.charities(), icon: "hand-heart" },
    { label: m.admin_helpdesk(), to: adminPaths.cards(), icon: "wallet-cards" },
    { label: m.log_title(), to: adminPaths.log(), icon: "shield-check" },
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
  ];
}

/** The pages about one charity, in the same two forms. */
export function charityEntries(charityId?: string): SidebarEntry[] {
  const area = adminPaths.charityArea(charityId);
  return [
    { label: m.admin_information(), to: area.information(), icon: "info" },
    { label: m.admin_campaigns(), to: area.campaigns(), icon: "megaphone" },
    { label: m.log_title(), to: area.log(), icon: "shield-check" },
  ];
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
    isCharityManager(profile) ? charityEntries() : [],
  ];
  return groups.filter((entries) => entries.length > 0);
}

/** The sidebar of whoever is signed in. */
export function useSidebar(): SidebarEntry[][] {
  const profile = useProfile();
  return profile ? sidebarOf(profile) : [];
}
