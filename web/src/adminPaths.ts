// The URLs of the admin portal, apart from all others: visitors of the shop don't carry them.
import { paths, segment, withQuery } from "@/paths";

function usersUnder(base: string) {
  return {
    list: () => `${base}/users`,
    add: () => `${base}/users/add`,
    one: (id: string) => `${base}/users/${segment(id)}`,
  };
}

/** The URLs of a list and of its forms, which open beside it. */
export function resourcePaths(list: string, one: string) {
  return {
    list: () => list,
    add: () => `${list}/add`,
    edit: (id: string) => `${list}/${one}/${segment(id)}`,
  };
}

/** A vendor's own pages: without an id those of the signed-in manager, with one as an administrator sees them. */
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
    log: () => `${base}/history`,
    users: usersUnder(base),
  };
}

/** A charity's own pages, in the same two forms. */
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
  };
}

/** What waits for an administrator at the help desk. */
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
  /** For somebody who has just chosen the first password: on to the users, as far as the person may see them. */
  signInAfterSetup: (email: string) =>
    withQuery("/admin/signin", { area: "admin", "redirect-url": "/admin/users", email }),
  setupPassword: () => "/admin/setup-password",
  setupPasswordFailed: () => "/admin/setup-password-failed",

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
  bookMonths: () => "/admin/books/months",

  payouts: () => "/admin/payouts",
  payoutsInFile: (exportId: string) => withQuery("/admin/payouts", { exportId }),
  payout: (id: string) => `/admin/payouts/${segment(id)}`,
  holdBack: () => "/admin/payouts/hold-back",

  cards: () => "/admin/cards",
  /** All that waits of one kind. */
  openCases: (kind: OpenCaseKind) => `/admin/cards/open/${kind}`,
  gifts: () => "/admin/cards/gifts",
  payments: () => "/admin/cards/payments",
  refunds: () => "/admin/cards/refunds",
  order: (id: string) => `/admin/cards/orders/${segment(id)}`,
  person: (id: string) => `/admin/cards/people/${segment(id)}`,
  log: () => "/admin/history",
  logOf: (subjectId: string) => withQuery("/admin/history", { subjectId }),
};

/** Of the counter's pages, those that only who works there goes to. */
export const staffPaths = {
  /** What this till, or this person, did on a day. */
  day: () => "/scan-day",
};
