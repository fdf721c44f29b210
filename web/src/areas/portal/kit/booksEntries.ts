import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import type { SidebarEntry } from "./tenantPages";

/** Pages of the ledger, for their tabs and the command palette. */
export const booksEntries = (): SidebarEntry[] => [
  { label: m.books_trial_balance(), to: adminPaths.books(), icon: "notebook-text" },
  { label: m.books_journal(), to: adminPaths.journal(), icon: "list" },
  { label: m.reports_outstanding(), to: adminPaths.liability(), icon: "wallet-cards" },
  { label: m.books_unclaimed_gifts(), to: adminPaths.unclaimedGifts(), icon: "gift" },
  { label: m.books_cash_outs(), to: adminPaths.cashOuts(), icon: "banknote" },
  { label: m.books_months(), to: adminPaths.bookMonths(), icon: "lock" },
];
