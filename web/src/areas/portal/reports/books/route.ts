import { adminPaths } from "@/adminPaths";
import { books } from "@/areas/portal/frames";
import { reportStarts } from "@/areas/portal/reports/queries";
import { presetsOf, readFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { screen } from "@/shared/page/screen";
import {
  bookAccountsQuery,
  bookMonthsQuery,
  cashOutsQuery,
  journalQuery,
  reopeningsQuery,
  trialBalanceQuery,
  unclaimedGiftsQuery,
} from "./queries";

export const routes = [
  screen({
    path: adminPaths.books(),
    frame: books,
    load: () => import("./TrialBalancePage"),
    Component: "TrialBalancePage",
    starts: ({ search }) => [...reportStarts(readFilter(search), trialBalanceQuery), bookAccountsQuery],
    menu: [
      { group: "books", label: m.books_trial_balance, icon: "notebook-text", position: 1 },
      { group: "administrators", label: m.books_title, icon: "notebook-text", position: 7, goKey: "b" },
    ],
    budget: "portal",
  }),
  screen({
    path: adminPaths.journal(),
    frame: books,
    load: () => import("./JournalPage"),
    Component: "JournalPage",
    starts: ({ search }) => [...reportStarts(readFilter(search), journalQuery), bookAccountsQuery],
    menu: { group: "books", label: m.books_journal, icon: "list", position: 2 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.unclaimedGifts(),
    frame: books,
    load: () => import("./UnclaimedGiftsPage"),
    Component: "UnclaimedGiftsPage",
    starts: ({ search }) => {
      const today = presetsOf(businessToday()).today;
      return reportStarts(readFilter(search, today), unclaimedGiftsQuery, "asOf");
    },
    menu: { group: "books", label: m.books_unclaimed_gifts, icon: "gift", position: 4 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.cashOuts(),
    frame: books,
    load: () => import("./CashOutsPage"),
    Component: "CashOutsPage",
    starts: ({ search }) => reportStarts(readFilter(search), cashOutsQuery),
    menu: { group: "books", label: m.books_cash_outs, icon: "banknote", position: 5 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.bookMonths(),
    frame: books,
    load: () => import("./MonthsPage"),
    Component: "MonthsPage",
    starts: () => [bookMonthsQuery, reopeningsQuery],
    menu: { group: "books", label: m.books_months, icon: "lock", position: 8 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.bookAccounts(),
    frame: books,
    load: () => import("./AccountsPage"),
    Component: "AccountsPage",
    starts: () => [bookAccountsQuery],
    menu: { group: "books", label: m.books_accounts, icon: "tags", position: 9 },
    budget: "portal",
  }),
];
