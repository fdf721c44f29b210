import { adminPaths } from "@/adminPaths";
import { timelineQuery } from "@/areas/portal/kit/cases/queries";
import { userQuery } from "@/areas/portal/kit/people/queries";
import { administrators, desk } from "@/areas/portal/frames";
import { cardCodeIn } from "@/features/counter/lookup/scannedText";
import { m } from "@/i18n";
import type { Destination } from "@/shared/page/loading";
import { screen } from "@/shared/page/screen";
import { NEWEST_FIRST, readListState } from "@/shared/table/listState";
import { errorsQuery, giftsQuery, paymentsQuery, refundsQuery } from "./listQueries";
import {
  allCasesQueries,
  casesQueries,
  deskSearchQuery,
  dossierQuery,
  limitsOfQuery,
  personDossierQuery,
} from "./queries";

const aboutPerson = ({ params: { id = "" } }: Destination) => [
  personDossierQuery(id),
  userQuery(id),
  limitsOfQuery(id),
  timelineQuery({ kind: "person", id }),
];

export const routes = [
  screen({
    path: adminPaths.cards(),
    frame: desk,
    load: () => import("./HelpdeskPage"),
    Component: "HelpdeskPage",
    starts: ({ search }) => {
      const searchText = search.get("searchText") ?? "";
      // A card's code is looked up instead.
      if (cardCodeIn(searchText) !== undefined) return [];
      return searchText === "" ? allCasesQueries() : [deskSearchQuery(searchText)];
    },
    menu: { group: "administrators", label: m.admin_helpdesk, icon: "wallet-cards", position: 9, goKey: "k" },
    budget: "portal",
  }),
  screen({
    path: adminPaths.openCases(":kind"),
    frame: desk,
    load: () => import("./OpenCasesPage"),
    Component: "OpenCasesPage",
    starts: ({ params: { kind = "" } }) => casesQueries(kind),
    budget: "portal",
  }),
  screen({
    path: adminPaths.gifts(),
    frame: desk,
    load: () => import("./figureLists"),
    Component: "GiftListPage",
    starts: ({ search }) => [giftsQuery(readListState(search, NEWEST_FIRST))],
    menu: { group: "desk", label: m.helpdesk_gifts, icon: "gift", position: 1 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.payments(),
    frame: desk,
    load: () => import("./figureLists"),
    Component: "PaymentListPage",
    starts: ({ search }) => [paymentsQuery(readListState(search, NEWEST_FIRST))],
    menu: { group: "desk", label: m.helpdesk_payments, icon: "wallet-cards", position: 2 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.refunds(),
    frame: desk,
    load: () => import("./figureLists"),
    Component: "RefundListPage",
    starts: ({ search }) => [refundsQuery(readListState(search, NEWEST_FIRST))],
    menu: { group: "desk", label: m.helpdesk_refund_list, icon: "banknote", position: 3 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.clientErrors(),
    frame: desk,
    load: () => import("./clientErrors"),
    Component: "ClientErrorListPage",
    starts: ({ search }) => [errorsQuery(readListState(search, NEWEST_FIRST))],
    menu: { group: "desk", label: m.helpdesk_crashes, icon: "monitor", position: 4 },
    budget: "portal",
  }),
  screen({
    path: adminPaths.order(":id"),
    frame: desk,
    load: () => import("./SupportOrderPage"),
    Component: "SupportOrderPage",
    starts: ({ params: { id = "" } }) => [dossierQuery(id), timelineQuery({ kind: "order", id })],
    budget: "portal",
  }),
  screen({
    path: adminPaths.person(":id"),
    frame: desk,
    load: () => import("./SupportPersonPage"),
    Component: "SupportPersonPage",
    starts: aboutPerson,
    budget: "portal",
  }),
  // Among all users, a person's page is that of the support desk, where the role form opens.
  screen({
    path: adminPaths.users.one(":id"),
    frame: administrators,
    load: () => import("./SupportPersonPage"),
    Component: "ManagedPersonPage",
    starts: aboutPerson,
    budget: "portal",
  }),
];
