// URLs of the admin portal, in a file of their own so that the shop's pages don't load them.
import { paths, segment, withQuery } from "./paths.ts";

function usersUnder(base: string) {
  return {
    list: () => `${base}/users`,
    add: () => `${base}/users/add`,
    one: (id: string) => `${base}/users/${segment(id)}`,
  };
}

/** Returns the URLs of a list and of its forms, which open in a panel beside it. */
export function resourcePaths(list: string, one: string) {
  return {
    list: () => list,
    add: () => `${list}/add`,
    edit: (id: string) => `${list}/${one}/${segment(id)}`,
  };
}

/** Returns the URLs of a vendor's pages: without an id those for its managers, with an id those for administrators. */
function vendorArea(vendorId?: string) {
  const base = vendorId === undefined ? "/admin/vendor" : `/admin/vendors/view/${segment(vendorId)}`;
  return {
    summary: () => `${base}/summary`,
    events: () => `${base}/events`,
    information: () => `${base}/information`,
    cards: () => `${base}/cards-transaction`,
    card: (id: string) => `${base}/cards-transaction/${segment(id)}`,
    approvals: () => `${base}/approvals`,
    counter: () => `${base}/counter`,
    tills: () => `${base}/tills`,
    counterDay: () => `${base}/counter-day`,
    testCard: () => `${base}/test-card`,
    reporting: () => `${base}/reporting`,
    payouts: () => `${base}/payouts`,
    statements: () => `${base}/statements`,
    log: () => `${base}/history`,
    users: usersUnder(base),
  };
}

/** Returns the URLs of a charity's pages, without an id for its managers and with an id for administrators. */
function charityArea(charityId?: string) {
  const base = charityId === undefined ? "/admin/charity" : `/admin/charities/view/${segment(charityId)}`;
  return {
    summary: () => `${base}/summary`,
    information: () => `${base}/information`,
    campaigns: () => `${base}/campaigns`,
    addCampaign: () => `${base}/campaigns/add`,
    campaign: (id: string) => `${base}/campaigns/${segment(id)}`,
    reporting: () => `${base}/reporting`,
    payouts: () => `${base}/payouts`,
    log: () => `${base}/history`,
    users: usersUnder(base),
  };
}

/** Kinds of open cases at the support desk. */
export type OpenCaseKind =
  | "reviews"
  | "reversals"
  | "differences"
  | "bursts"
  | "dead-letters"
  | "refunds"
  | "limits"
  | "closings"
  | "refused";

export const adminPaths = {
  home: paths.admin,
  signIn: paths.adminSignIn,
  /** For staff who have just set their first password. Redirects to the user list, if they may open it. */
  signInAfterSetup: (email: string) =>
    withQuery("/admin/signin", { area: "admin", "redirect-url": "/admin/users", email }),

  dashboard: () => "/admin/reporting",
  users: usersUnder("/admin"),

  vendors: () => "/admin/vendors",
  addVendor: () => "/admin/vendors/add",
  vendor: (id: string) => `/admin/vendors/${segment(id)}`,
  vendorArea,
  vendorReport: () => "/admin/vendor-report",

  charities: () => "/admin/charities",
  addCharity: () => "/admin/charities/add",
  charity: (id: string) => `/admin/charities/${segment(id)}`,
  charityArea,
  charityReport: () => "/admin/charity-report",

  regions: resourcePaths("/admin/regions", "edit"),
  organizations: resourcePaths("/admin/organization", "detail"),
  categories: resourcePaths("/admin/categories", "detail"),

  books: () => "/admin/books",
  journal: () => "/admin/books/journal",
  liability: () => "/admin/books/outstanding",
  unclaimedGifts: () => "/admin/books/unclaimed-gifts",
  cashOuts: () => "/admin/books/cash",
  bank: () => "/admin/books/bank",
  bookMonths: () => "/admin/books/months",
  bookAccounts: () => "/admin/books/accounts",
  taxes: () => "/admin/books/taxes",
  taxSettings: () => "/admin/books/taxes/rates",

  payouts: () => "/admin/payouts",
  payoutsInFile: (exportId: string) => withQuery("/admin/payouts", { exportId }),
  payout: (id: string) => `/admin/payouts/${segment(id)}`,
  payoutRuns: () => "/admin/payouts/runs",
  payoutRun: (id: string) => `/admin/payouts/runs/${segment(id)}`,
  holdBack: () => "/admin/payouts/hold-back",

  cards: () => "/admin/cards",
  /** List of all open cases of one kind. */
  openCases: (kind: OpenCaseKind | ":kind") => `/admin/cards/open/${kind}`,
  gifts: () => "/admin/cards/gifts",
  payments: () => "/admin/cards/payments",
  refunds: () => "/admin/cards/refunds",
  clientErrors: () => "/admin/cards/errors",
  order: (id: string) => `/admin/cards/orders/${segment(id)}`,
  person: (id: string) => `/admin/cards/people/${segment(id)}`,
  system: () => "/admin/system",
  /** Facts about the companies behind the brands. */
  company: () => "/admin/system/company",
  imports: () => "/admin/import",
  log: () => "/admin/history",
  logOf: (subjectId: string) => withQuery("/admin/history", { subjectId }),
};
