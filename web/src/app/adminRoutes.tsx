// Routes of the admin portal. Loaded with the first of its pages.
import type { RouteObject } from "react-router";
import { tellNoRole, tellNothingHere, tellNotTheirs } from "@/areas/portal/kit/elsewhere";
import { resources } from "@/areas/portal/resources";
import { componentOf } from "@/lib/missingCode";
import { page } from "@/app/page";
import { adminPaths } from "@/adminPaths";
import { can, isCharityManager, isVendorManager } from "@/session/can";
import { restoreProfile } from "@/session/current";
import { redirectToHome, mustBe, mustBeAbleTo, notFoundGuard } from "@/session/guards";
import { loading } from "@/shared/page/loading";
import type { PrivacyHandle } from "@/shared/page/useSessionEnd";

/** Entry of the portal, open to all. It redirects users to the start page of their role. */
const entryRoute: RouteObject = { path: adminPaths.home(), middleware: [redirectToHome] };

/** Routes of one vendor's users: the list, and the forms in a sheet beside it. */
function usersRoutes(users: typeof adminPaths.users): RouteObject {
  return page(users.list(), () => import("@/areas/portal/users/UsersListPage"), "UsersListPage", {
    children: [
      page(users.add(), () => import("@/areas/portal/users/AddUserFormPage"), "AddUserFormPage"),
      page(users.one(":id"), () => import("@/areas/portal/users/ManageUserFormPage"), "ManageUserFormPage"),
    ],
  });
}

/** Routes of all users. A user's page is that of the support desk, where the role form opens. */
const allUsersRoutes: RouteObject[] = [
  page(adminPaths.users.list(), () => import("@/areas/portal/users/UsersListPage"), "UsersListPage", {
    children: [
      page(adminPaths.users.add(), () => import("@/areas/portal/users/AddUserFormPage"), "AddUserFormPage"),
    ],
  }),
  page(
    adminPaths.users.one(":id"),
    () => import("@/areas/portal/helpdesk/SupportPersonPage"),
    "ManagedPersonPage",
  ),
];

/** Routes of all vendors and their details. */
const tenantRoutes: RouteObject[] = [
  page(
    adminPaths.vendors(),
    () => import("@/areas/portal/tenants/vendors/VendorAdminListPage"),
    "VendorAdminListPage",
  ),
  page(
    adminPaths.addVendor(),
    () => import("@/areas/portal/tenants/vendors/VendorFormPages"),
    "AddVendorFormPage",
  ),
  page(
    adminPaths.vendor(":id"),
    () => import("@/areas/portal/tenants/vendors/VendorFormPages"),
    "EditVendorFormPage",
  ),
];

/** Routes of all charities and their details. Both brands have them, because administrators sign in at only one brand. */
const charitiesRoutes: RouteObject[] = [
  page(
    adminPaths.charities(),
    () => import("@/areas/portal/tenants/charities/CharityAdminListPage"),
    "CharityAdminListPage",
  ),
  page(
    adminPaths.addCharity(),
    () => import("@/areas/portal/tenants/charities/CharityFormPages"),
    "AddCharityFormPage",
  ),
  page(
    adminPaths.charity(":id"),
    () => import("@/areas/portal/tenants/charities/CharityFormPages"),
    "EditCharityFormPage",
  ),
  page(
    adminPaths.charityReport(),
    () => import("@/areas/portal/reports/CharitiesReportPage"),
    "CharitiesReportPage",
  ),
];

/** Routes of a vendor's pages, for its managers or for administrators. */
function vendorRoutes(area: ReturnType<typeof adminPaths.vendorArea>): RouteObject[] {
  return [
    page(area.summary(), () => import("@/areas/portal/reports/homes/VendorSummaryPage"), "VendorSummaryPage"),
    page(area.events(), () => import("@/areas/portal/reports/homes/ShopEventListPage"), "ShopEventListPage"),
    usersRoutes(area.users),
    page(
      area.information(),
      () => import("@/areas/portal/tenants/information/VendorInformationFormPage"),
      "VendorInformationFormPage",
    ),
    page(area.cards(), () => import("@/areas/portal/cards/VendorCardListPage"), "VendorCardListPage"),
    page(area.card(":id"), () => import("@/areas/portal/cards/VendorCardPage"), "VendorCardPage"),
    page(area.reporting(), () => import("@/areas/portal/reports/VendorReportPage"), "VendorReportPage"),
    page(area.payouts(), () => import("@/areas/portal/payouts/PayoutListPage"), "VendorPayoutListPage"),
    page(area.approvals(), () => import("@/areas/portal/approvals/ApprovalListPage"), "ApprovalListPage"),
    page(
      area.counter(),
      () => import("@/areas/portal/counter/CounterSettingsFormPage"),
      "CounterSettingsFormPage",
    ),
    page(area.testCard(), () => import("@/areas/portal/counter/TestCardPage"), "TestCardPage"),
    page(area.counterDay(), () => import("@/areas/portal/counter/CounterDayPage"), "CounterDayPage"),
    page(area.tills(), () => import("@/areas/portal/tills/TillsPage"), "TillsPage"),
    page(area.log(), () => import("@/areas/portal/log/LogPage"), "VendorLogPage"),
  ];
}

/** Routes of a charity's pages, for its managers or for administrators. */
function charityRoutes(area: ReturnType<typeof adminPaths.charityArea>): RouteObject[] {
  return [
    page(
      area.summary(),
      () => import("@/areas/portal/reports/homes/CharitySummaryPage"),
      "CharitySummaryPage",
    ),
    page(
      area.information(),
      () => import("@/areas/portal/tenants/information/CharityInformationFormPage"),
      "CharityInformationFormPage",
    ),
    page(area.campaigns(), () => import("@/areas/portal/campaigns/CampaignListPage"), "CampaignListPage"),
    page(
      area.addCampaign(),
      () => import("@/areas/portal/campaigns/CampaignFormPages"),
      "AddCampaignFormPage",
    ),
    page(
      area.campaign(":id"),
      () => import("@/areas/portal/campaigns/CampaignFormPages"),
      "EditCampaignFormPage",
    ),
    page(area.reporting(), () => import("@/areas/portal/reports/CharityReportPage"), "CharityReportPage"),
    page(area.payouts(), () => import("@/areas/portal/payouts/PayoutListPage"), "CharityPayoutListPage"),
    page(area.log(), () => import("@/areas/portal/log/LogPage"), "CharityLogPage"),
  ];
}

/** Routes of the ledger reports for accountants. */
const booksRoutes: RouteObject = {
  lazy: componentOf(() => import("@/areas/portal/reports/books/BooksLayout"), "BooksLayout"),
  children: [
    page(
      adminPaths.books(),
      () => import("@/areas/portal/reports/books/TrialBalancePage"),
      "TrialBalancePage",
    ),
    page(adminPaths.journal(), () => import("@/areas/portal/reports/books/JournalPage"), "JournalPage"),
    page(adminPaths.liability(), () => import("@/areas/portal/reports/LiabilityPage"), "LiabilityPage"),
    page(
      adminPaths.unclaimedGifts(),
      () => import("@/areas/portal/reports/books/UnclaimedGiftsPage"),
      "UnclaimedGiftsPage",
    ),
    page(adminPaths.cashOuts(), () => import("@/areas/portal/reports/books/CashOutsPage"), "CashOutsPage"),
    page(adminPaths.bookMonths(), () => import("@/areas/portal/reports/books/MonthsPage"), "MonthsPage"),
  ],
};

const pages: RouteObject[] = [
  ...resources.map(({ route }) => route),
  {
    middleware: [mustBeAbleTo("manageTenants", tellNotTheirs)],
    children: [
      page(
        adminPaths.dashboard(),
        () => import("@/areas/portal/reports/dashboard/DashboardPage"),
        "DashboardPage",
      ),
      ...allUsersRoutes,
      ...tenantRoutes,
      page(
        adminPaths.vendorReport(),
        () => import("@/areas/portal/reports/VendorsReportPage"),
        "VendorsReportPage",
      ),
      booksRoutes,
      page(adminPaths.payouts(), () => import("@/areas/portal/payouts/PayoutListPage"), "PayoutListPage"),
      page(adminPaths.holdBack(), () => import("@/areas/portal/payouts/HoldBackPage"), "HoldBackPage"),
      {
        lazy: componentOf(() => import("@/areas/portal/tenants/vendors/VendorLayout"), "VendorLayout"),
        children: vendorRoutes(adminPaths.vendorArea(":vid")),
      },
      ...charitiesRoutes,
      {
        lazy: componentOf(() => import("@/areas/portal/tenants/charities/CharityLayout"), "CharityLayout"),
        children: charityRoutes(adminPaths.charityArea(":cid")),
      },
    ],
  },
  {
    middleware: [mustBeAbleTo("helpCustomers", tellNotTheirs)],
    children: [
      page(adminPaths.cards(), () => import("@/areas/portal/helpdesk/HelpdeskPage"), "HelpdeskPage"),
      page(
        "/admin/cards/open/:kind",
        () => import("@/areas/portal/helpdesk/OpenCasesPage"),
        "OpenCasesPage",
        {
          // Imported on demand: only the buying limits have a list to preload.
          starts: async ({ params: { kind } }) =>
            kind === "limits" ? [(await import("@/areas/portal/helpdesk/queries")).buyingLimitsQuery(1)] : [],
        },
      ),
      page(adminPaths.gifts(), () => import("@/areas/portal/helpdesk/figureLists"), "GiftListPage"),
      page(adminPaths.payments(), () => import("@/areas/portal/helpdesk/figureLists"), "PaymentListPage"),
      page(adminPaths.refunds(), () => import("@/areas/portal/helpdesk/figureLists"), "RefundListPage"),
      page(
        adminPaths.clientErrors(),
        () => import("@/areas/portal/helpdesk/clientErrors"),
        "ClientErrorListPage",
      ),
      page(adminPaths.log(), () => import("@/areas/portal/log/LogPage"), "LogPage"),
      page(
        adminPaths.order(":id"),
        () => import("@/areas/portal/helpdesk/SupportOrderPage"),
        "SupportOrderPage",
      ),
      page(
        adminPaths.person(":id"),
        () => import("@/areas/portal/helpdesk/SupportPersonPage"),
        "SupportPersonPage",
      ),
    ],
  },
  // Vendors and charities open their payouts at the same URL as administrators.
  page(adminPaths.payout(":id"), () => import("@/areas/portal/payouts/PayoutPage"), "PayoutPage"),
  { middleware: [mustBe(isVendorManager, tellNotTheirs)], children: vendorRoutes(adminPaths.vendorArea()) },
  {
    middleware: [mustBe(isCharityManager, tellNotTheirs)],
    children: charityRoutes(adminPaths.charityArea()),
  },
];

const handle: PrivacyHandle = { isPrivate: true };

/** Loads the counts of open cases for the sidebar together with the page. */
const counts = loading({
  starts: async () => {
    if (!can(await restoreProfile(), "helpCustomers")) return [];
    return [(await import("@/areas/portal/kit/openCounts")).openCountsQuery];
  },
});

const adminRoute: RouteObject = {
  middleware: [mustBeAbleTo("enterAdmin", tellNoRole)],
  handle,
  ...counts,
  lazy: componentOf(() => import("@/areas/portal/shell/AdminLayout"), "AdminLayout"),
  children: pages,
};

const nowhereRoute: RouteObject = {
  path: `${adminPaths.home()}/*`,
  middleware: [notFoundGuard(tellNothingHere)],
};

export const adminRoutes: RouteObject[] = [entryRoute, adminRoute, nowhereRoute];
