// Pages about one vendor or charity, for the sidebar of its managers and for administrators.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import type { IconName } from "@/ui/iconNames";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
  /** Key that opens the page after G, unique among a user's pages. */
  goKey?: string;
}

/** Pages about one vendor: the manager's own, or with an id as an administrator sees them. */
export function vendorEntries(vendorId?: string): SidebarEntry[] {
  const area = adminPaths.vendorArea(vendorId);
  return [
    { label: m.admin_summary(), to: area.summary(), icon: "layout-dashboard", goKey: "d" },
    { label: m.admin_users(), to: area.users.list(), icon: "users", goKey: "u" },
    { label: m.admin_information(), to: area.information(), icon: "info", goKey: "i" },
    { label: m.admin_cards(), to: area.cards(), icon: "wallet-cards", goKey: "k" },
    { label: m.reports_reporting(), to: area.reporting(), icon: "chart-column", goKey: "r" },
    { label: m.payouts_title(), to: area.payouts(), icon: "banknote", goKey: "p" },
    { label: m.approval_title(), to: area.approvals(), icon: "circle-check", goKey: "a" },
    { label: m.counter_day_title(), to: area.counterDay(), icon: "calendar", goKey: "e" },
    { label: m.counter_settings_title(), to: area.counter(), icon: "sliders-horizontal", goKey: "o" },
    { label: m.tills_title(), to: area.tills(), icon: "monitor", goKey: "t" },
    { label: m.log_title(), to: area.log(), icon: "shield-check", goKey: "h" },
  ];
}

/** Pages about one charity: the manager's own, or with an id as an administrator sees them. */
export function charityEntries(charityId?: string): SidebarEntry[] {
  const area = adminPaths.charityArea(charityId);
  return [
    { label: m.admin_summary(), to: area.summary(), icon: "layout-dashboard", goKey: "d" },
    { label: m.admin_information(), to: area.information(), icon: "info", goKey: "i" },
    { label: m.admin_campaigns(), to: area.campaigns(), icon: "megaphone", goKey: "c" },
    { label: m.reports_reporting(), to: area.reporting(), icon: "chart-column", goKey: "r" },
    { label: m.payouts_title(), to: area.payouts(), icon: "banknote", goKey: "p" },
    { label: m.log_title(), to: area.log(), icon: "shield-check", goKey: "h" },
  ];
}
