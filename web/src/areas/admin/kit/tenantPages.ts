// The pages about one vendor or charity, for the sidebar of who manages it and above the pages that administrators open.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import type { IconName } from "@/ui/iconNames";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
}

/** The pages about one vendor: its manager's own, or with an id as an administrator sees them. */
export function vendorEntries(vendorId?: string): SidebarEntry[] {
  const area = adminPaths.vendorArea(vendorId);
  return [
    { label: m.admin_summary(), to: area.summary(), icon: "layout-dashboard" },
    { label: m.admin_users(), to: area.users.list(), icon: "users" },
    { label: m.admin_information(), to: area.information(), icon: "info" },
    { label: m.admin_cards(), to: area.cards(), icon: "wallet-cards" },
    { label: m.reports_reporting(), to: area.reporting(), icon: "chart-column" },
    { label: m.payouts_title(), to: area.payouts(), icon: "banknote" },
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
    { label: m.admin_summary(), to: area.summary(), icon: "layout-dashboard" },
    { label: m.admin_information(), to: area.information(), icon: "info" },
    { label: m.admin_campaigns(), to: area.campaigns(), icon: "megaphone" },
    { label: m.reports_reporting(), to: area.reporting(), icon: "chart-column" },
    { label: m.payouts_title(), to: area.payouts(), icon: "banknote" },
    { label: m.log_title(), to: area.log(), icon: "shield-check" },
  ];
}
