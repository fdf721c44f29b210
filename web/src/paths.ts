// Builders for every URL of the app. The router's patterns are the same builders, called with `":name"`.

/**
 * Encodes a value as one path segment. It keeps the colon, which is legal in a path, so that builders can write the router's
 * `:id`.
 */
export function segment(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":");
}

/** Placeholder for a campaign id while none is chosen. */
export const NO_CAMPAIGN = "campaignId";

export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Placeholder for an amount that the shopper chooses on the purchase page. */
export const OTHER_AMOUNT = "other";

/** Browsing and buying. */
const shop = {
  home: () => "/",
  /** Contact form. */
  contact: () => "/?support=show",
  faq: () => "/faq",
  /** Balance of a card for people without an account. */
  balance: () => "/balance",
  /** Search over shops, causes and campaigns. */
  search: () => "/search",
  about: () => "/about",
  privacyPolicy: () => "/privacy-policy",
  eula: () => "/eula-page",
  termsOfUse: () => "/term-of-use",
  shippingPolicy: () => "/shipping-only",
  refundPolicy: () => "/refund-only",
  charities: () => "/charities",
  charity: (id: string) => `/charities/${segment(id)}`,
  /** Vendors that support a charity with the chosen campaign. */
  charityVendors: (id: string, campaignId = NO_CAMPAIGN) =>
    `/charities/${segment(id)}/${segment(campaignId)}`,
  shopVendors: () => "/shop-vendors/",
  vendorList: (categoryId?: string) => withQuery("/shop-vendors/list", { cate: categoryId }),
  vendor: (id: string) => `/shop-vendors/detail/${segment(id)}`,
  /** Purchase pages of cards with and without a cause. Both brands sell both kinds. */
  charityCard: (vendorId: string, campaignId: string, amount?: number | typeof OTHER_AMOUNT) =>
    withQuery(`/shop-vendors/funray-card/${segment(vendorId)}/${segment(campaignId)}`, {
      amount: amount?.toString(),
    }),
  localCard: (vendorId: string, amount: string) =>
    `/shop-vendors/rayzr-card/${segment(vendorId)}/${segment(amount)}`,
  /** Gifts for a list of recipients. */
  giftList: (vendorId: string, campaign?: string, amount?: number) =>
    withQuery(`/shop-vendors/gift-list/${segment(vendorId)}`, { campaign, amount: amount?.toString() }),
  cart: () => "/my-cart",
  cartAsGuest: () => "/checkout-less",
};

/** Registration, sign-in, recovery and the user's account. */
const account = {
  signIn: (email?: string) => withQuery("/signin", { email }),
  signedOut: () => "/signed-out",
  endSessions: () => "/sign-out-everywhere",
  /** Target of the email that asks an applicant for missing information. */
  registrationQuestion: () => "/registration",
  /** Target of the last email after closing an account. */
  closedCards: () => "/closed-cards",
  forgotPassword: () => "/forgot-password",
  forgotPasswordSuccess: () => "/forgot-password-success",
  resetPassword: () => "/reset-password",
  /**
   * For a registration whose password was forgotten before its address was confirmed. Uses the code of the registration email.
   */
  resetPasswordOf: (code: string, email: string) =>
    withQuery("/reset-password", { code, email, purpose: "Register" }),
  /** An offered role. */
  invitation: (code?: string) => withQuery("/invitation", { code }),
  resetPasswordSuccess: () => "/reset-password-success",
  resetPasswordFailed: () => "/reset-password-failed",
  register: () => "/register",
  registerSuccess: () => "/register-success",
  /** Target of the registration email. Typing the password there confirms the address. */
  confirmEmail: () => "/confirm-email",
  registerConfirmation: () => "/register-confirmation",
  registerConfirmationFailed: () => "/register-confirmation-failed",
  resendConfirmation: (email?: string) => withQuery("/resend-confirmation", { email }),
  registerVendor: () => "/register/vendor",
  registerVendorSuccess: () => "/register/vendor-success",
  registerCharity: () => "/register/charity",
  registerCharitySuccess: () => "/register/charity-success",
  /** The list of the account's pages on a phone; on wider screens, the profile. */
  account: () => "/account",
  accountProfile: () => "/account/profile",
  accountPassword: () => "/account/password",
  accountSessions: () => "/account/sessions",
  accountSecurity: () => "/account/security",
  /** Page where a clerk chooses the PIN for the shop's tills. */
  accountPin: () => "/account/pin",
  accountData: () => "/account/data",
  /** The user's own cards, to print. */
  accountCards: () => "/account/data/cards",
  adminSignIn: () => "/admin/signin",
  /** Where staff choose their first password. */
  setupPassword: () => "/admin/setup-password",
  setupPasswordFailed: () => "/admin/setup-password-failed",
  /** First page of a new server. Its printed link has a token in the fragment. */
  setup: () => "/setup",
};

/** Wallet, orders, gifts and checkout. */
const wallet = {
  gift: (token: string) => `/gift/${segment(token)}`,
  checkout: () => "/checkout",
  checkoutSuccess: (orderId?: string) => withQuery("/checkout-success", { order: orderId }),
  /** A payment whose outcome is unknown. */
  checkoutPending: (orderNumber: string) => `/checkout-pending/${segment(orderNumber)}`,
  orders: () => "/orders",
  order: (id: string) => `/orders/${segment(id)}`,
  wallet: () => "/transactions",
  /** A card of the user. With `isView`, it offers no redeeming. */
  walletCard: (vendorId: string, cardId: string, options: { isView?: boolean } = {}) =>
    withQuery(`/transactions/${segment(vendorId)}/${segment(cardId)}`, {
      isView: options.isView ? "true" : undefined,
    }),
};

/** The counter of a shop, and its tills. */
const counter = {
  /** The counter: start page of clerks and of all users who sign in with a PIN. */
  counter: () => "/scan-counter",
  /** The counter with the camera on, and with an open card. */
  scanCode: () => "/scan-code",
  scanCard: (id: string) => `/scan-vendor-transactions/${segment(id)}`,
  /** List of the shop's cards. */
  scanCards: () => "/scan-vendor-transactions",
  /** Sign-in with a PIN on a till, and the page that enrols a device as a till. */
  till: () => "/till",
  enrolTill: (token = "") => `/till/enrol${token && `#token=${segment(token)}`}`,
  /** Transactions of this till or clerk on one day. */
  counterDay: () => "/scan-day",
};

/** The style guide, for developers. */
const dev = { styleguide: () => "/styleguide" };

export const paths = {
  ...shop,
  ...account,
  ...wallet,
  ...counter,
  ...dev,
  /** Entry page of the admin portal. Its other pages are in adminPaths.ts. */
  admin: () => "/admin",
};

/** A folder of `areas`, which has the screens of these addresses. */
export type Area = "shop" | "account" | "wallet" | "counter" | "dev" | "portal";

/** Builders by area. The portal has all other addresses below its entry page. */
const builders: [Area, Record<string, (...given: never[]) => string>][] = [
  ["shop", shop],
  ["account", account],
  ["wallet", wallet],
  ["counter", counter],
  ["dev", dev],
];

/** Pattern of the addresses that a builder makes. */
function patternOf(build: (...given: never[]) => string): RegExp {
  const [path = ""] = (build as (...given: string[]) => string)(":1", ":2").split(/[?#]/);
  return new RegExp(`^${path.replace(/\/$/, "").replaceAll(/:\d/g, "[^/]+")}/?$`, "i");
}

let patterns: [Area, RegExp][] | undefined;

/** Returns the area that has the screen of an address, or undefined if none has. */
export function areaOf(address: string): Area | undefined {
  const [path = ""] = address.split(/[?#]/);
  patterns ??= builders.flatMap(([area, of]) =>
    Object.values(of).map((build): [Area, RegExp] => [area, patternOf(build)]),
  );
  const found = patterns.find(([, pattern]) => pattern.test(path));
  if (found) return found[0];
  return `${path}/`.startsWith(`${paths.admin()}/`) ? "portal" : undefined;
}
