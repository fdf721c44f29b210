// Every URL of the app, built in one place. The router's patterns are the same builders called with `":name"`.

/** One value as one segment. The colon is legal in a path, which lets a builder also write the router's `:id`. */
function segment(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":");
}

/** In the place of a campaign's id: none is chosen yet. */
export const NO_CAMPAIGN = "campaignId";

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

function usersUnder(base: string) {
  return {
    list: () => `${base}/users`,
    add: () => `${base}/users/add`,
    one: (id: string) => `${base}/users/${segment(id)}`,
  };
}

/** A vendor's own pages: without an id those of the signed-in manager, with one as an administrator sees them. */
function vendorArea(vendorId?: string) {
  const base = vendorId === undefined ? "/admin/vendor" : `/admin/vendors/view/${segment(vendorId)}`;
  return {
    summary: () => `${base}/summary`,
    information: () => `${base}/information`,
    cards: () => `${base}/cards-transaction`,
    card: (id: string) => `${base}/cards-transaction/${segment(id)}`,
    approvals: () => `${base}/approvals`,
    counter: () => `${base}/counter`,
    tills: () => `${base}/tills`,
    log: () => `${base}/history`,
    reporting: () => `${base}/reporting`,
    users: usersUnder(base),
  };
}

/** A charity's own pages, in the same two forms. */
function charityArea(charityId?: string) {
  const base = charityId === undefined ? "/admin/charity" : `/admin/charities/view/${segment(charityId)}`;
  return {
    information: () => `${base}/information`,
    campaigns: () => `${base}/campaigns`,
    addCampaign: () => `${base}/campaigns/add`,
    campaign: (id: string) => `${base}/campaigns/${segment(id)}`,
    log: () => `${base}/history`,
    reporting: () => `${base}/reporting`,
  };
}

const admin = {
  home: () => "/admin",
  signIn: () => "/admin/signin",
  /** For somebody who has just chosen the first password: on to the users, as far as the person may see them. */
  signInAfterSetup: (email: string) =>
    withQuery("/admin/signin", { area: "admin", "redirect-url": "/admin/users", email }),
  setupPassword: () => "/admin/setup-password",
  setupPasswordFailed: () => "/admin/setup-password-failed",

  users: usersUnder("/admin"),

  vendors: () => "/admin/vendors",
  addVendor: () => "/admin/vendors/add",
  vendor: (id: string) => `/admin/vendors/${segment(id)}`,
  vendorReport: () => "/admin/vendor-report",
  vendorArea,

  charities: () => "/admin/charities",
  addCharity: () => "/admin/charities/add",
  charity: (id: string) => `/admin/charities/${segment(id)}`,
  charityReport: () => "/admin/charity-report",
  charityArea,

  regions: () => "/admin/regions",
  addRegion: () => "/admin/regions/add",
  region: (id: string) => `/admin/regions/edit/${segment(id)}`,

  organizations: () => "/admin/organization",
  addOrganization: () => "/admin/organization/add",
  organization: (id: string) => `/admin/organization/detail/${segment(id)}`,

  categories: () => "/admin/categories",
  addCategory: () => "/admin/categories/add",
  category: (id: string) => `/admin/categories/detail/${segment(id)}`,
  cards: () => "/admin/cards",
  order: (id: string) => `/admin/cards/orders/${segment(id)}`,
  log: () => "/admin/history",
  logOf: (subjectId: string) => withQuery("/admin/history", { subjectId }),
  reporting: () => "/admin/reporting",
};

export const paths = {
  home: () => "/",
  /** Where anybody can write to the company. */
  contact: () => "/?support=show",
  about: () => "/about",
  privacyPolicy: () => "/privacy-policy",
  eula: () => "/eula-page",
  termsOfUse: () => "/term-of-use",
  shippingPolicy: () => "/shipping-only",
  refundPolicy: () => "/refund-only",

  charities: () => "/charities",
  charity: (id: string) => `/charities/${segment(id)}`,
  /** The vendors that support a charity, for the campaign that was chosen. */
  charityVendors: (id: string, campaignId = NO_CAMPAIGN) =>
    `/charities/${segment(id)}/${segment(campaignId)}`,

  shopVendors: () => "/shop-vendors/",
  vendorList: (categoryId?: string) => withQuery("/shop-vendors/list", { cate: categoryId }),
  vendor: (id: string) => `/shop-vendors/detail/${segment(id)}`,
  /** A card that supports a cause, and one that doesn't: kinds of cards, sold under either brand's host. */
  charityCard: (vendorId: string, campaignId: string) =>
    `/shop-vendors/funray-card/${segment(vendorId)}/${segment(campaignId)}`,
  localCard: (vendorId: string, amount: string) =>
    `/shop-vendors/rayzr-card/${segment(vendorId)}/${segment(amount)}`,

  cart: () => "/my-cart",
  cartAsGuest: () => "/checkout-less",
  gift: (token: string) => `/gift/${segment(token)}`,

  signIn: (email?: string) => withQuery("/signin", { email }),
  signedOut: () => "/signed-out",
  endSessions: () => "/sign-out-everywhere",
  /** Where the last mail to whoever has closed their account leads. */
  closedCards: () => "/closed-cards",
  forgotPassword: () => "/forgot-password",
  forgotPasswordSuccess: () => "/forgot-password-success",
  resetPassword: () => "/reset-password",
  /** With the code of a registration's mail, whose password was forgotten meanwhile. */
  resetPasswordOf: (code: string, email: string) =>
    withQuery("/reset-password", { code, email, purpose: "Register" }),
  /** A role that somebody is offered. */
  invitation: (code?: string) => withQuery("/invitation", { code }),
  resetPasswordSuccess: () => "/reset-password-success",
  resetPasswordFailed: () => "/reset-password-failed",
  register: () => "/register",
  registerSuccess: () => "/register-success",
  /** Where the mail of a registration leads: the address is confirmed by whoever types the password there. */
  confirmEmail: () => "/confirm-email",
  registerConfirmation: () => "/register-confirmation",
  registerConfirmationFailed: () => "/register-confirmation-failed",
  resendConfirmation: (email?: string) => withQuery("/resend-confirmation", { email }),
  registerVendor: () => "/register/vendor",
  registerVendorSuccess: () => "/register/vendor-success",
  registerCharity: () => "/register/charity",
  registerCharitySuccess: () => "/register/charity-success",

  account: () => "/account",
  accountPassword: () => "/account/password",
  accountSessions: () => "/account/sessions",
  accountSecurity: () => "/account/security",
  accountData: () => "/account/data",
  /** One's own cards on paper. */
  accountCards: () => "/account/data/cards",
  checkout: () => "/checkout",
  checkoutSuccess: (orderId?: string) => withQuery("/checkout-success", { order: orderId }),
  /** While nobody knows how a payment turned out. */
  checkoutPending: (orderNumber: string) => `/checkout-pending/${segment(orderNumber)}`,
  orders: () => "/orders",
  order: (id: string) => `/orders/${segment(id)}`,
  wallet: () => "/transactions",
  /** A card of one's own. As a view it offers no redeeming. */
  walletCard: (vendorId: string, cardId: string, options: { isView?: boolean } = {}) =>
    withQuery(`/transactions/${segment(vendorId)}/${segment(cardId)}`, {
      isView: options.isView ? "true" : undefined,
    }),

  scanCards: () => "/scan-vendor-transactions",
  scanCard: (id: string) => `/scan-vendor-transactions/${segment(id)}`,
  scanCode: () => "/scan-code",
  /** Where clerks sign in by PIN, on a device that is a till; and where a device becomes one. */
  till: () => "/till",
  enrolTill: (token = "") => `/till/enrol${token && `#token=${segment(token)}`}`,

  admin,
  styleguide: () => "/styleguide",
};

/** Whether a path is one of the counter's. */
export function isAtCounter(path: string): boolean {
  return /^\/(scan-|till([/?#]|$))/.test(path);
}

/** Whether a path is one of the admin portal's. */
export function isInAdmin(path: string): boolean {
  return /^\/admin([/?#]|$)/.test(path);
}

/** Whether a path is one of those on which people join, sign in, recover, and look after their account. */
export function isAtAccount(path: string): boolean {
  return /^\/(account|closed-|confirm-|forgot-|invitation|register|resend-|reset-|sign)/.test(path);
}

/** Whether a path is one of those for people who have cards, or are paying for some. */
export function isAtWallet(path: string): boolean {
  return /^\/(checkout(?!-less)|gift|orders|transactions)/.test(path);
}
