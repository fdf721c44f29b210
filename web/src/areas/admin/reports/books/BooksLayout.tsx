import { Outlet } from "react-router";
import { adminPaths } from "@/adminPaths";
import { PlaceTabs } from "@/areas/admin/kit/PlaceTabs";
import type { SidebarEntry } from "@/areas/admin/kit/tenantPages";
import { m } from "@/i18n";
import { usePageActions } from "@/shared/page/pageActions";

const booksEntries = (): SidebarEntry[] => [
  { label: m.books_trial_balance(), to: adminPaths.books(), icon: "notebook-text" },
  { label: m.books_journal(), to: adminPaths.journal(), icon: "list" },
  { label: m.reports_outstanding(), to: adminPaths.liability(), icon: "wallet-cards" },
  { label: m.books_unclaimed_gifts(), to: adminPaths.unclaimedGifts(), icon: "gift" },
  { label: m.books_cash_outs(), to: adminPaths.cashOuts(), icon: "banknote" },
  { label: m.books_months(), to: adminPaths.bookMonths(), icon: "lock" },
];

/** Around the pages of the books: the ways between them. */
export function BooksLayout() {
  const entries = booksEntries();
  usePageActions(entries.map((entry) => ({ ...entry, note: m.books_title() })));
  return (
    <>
      <PlaceTabs label={m.books_title()} entries={entries} isExact />
      <Outlet />
    </>
  );
}
