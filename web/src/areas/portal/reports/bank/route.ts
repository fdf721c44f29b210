import { adminPaths } from "@/adminPaths";
import { books } from "@/areas/portal/frames";
import { readFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import { screen } from "@/shared/page/screen";
import { linesQuery, reconciliationQuery } from "./queries";

export const routes = [
  screen({
    path: adminPaths.bank(),
    frame: books,
    load: () => import("./BankPage"),
    Component: "BankPage",
    starts: ({ search }) => [reconciliationQuery(readFilter(search).range), linesQuery(true, 1)],
    menu: { group: "books", label: m.bank_tab, icon: "banknote", position: 7 },
    budget: "portal",
  }),
];
