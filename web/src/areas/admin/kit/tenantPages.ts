// The pages about one vendor or charity, for the sidebar of who manages it and above the pages that administrators open.
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import type { IconName } from "@/ui/iconNames";

export interface SidebarEntry {
  label: string;
  to: string;
  icon: IconName;
  /** The key that leads there after G. No two pages of one person have the same. */
  goKey?: string;
}

/** The pages about one vendor: its manager's own, or with an id as an administrator sees them. */
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

/** The pages about one charity, in the same two forms. */
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
