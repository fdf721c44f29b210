// Every URL of the app, built in one place. The router's patterns are the same builders called with `":name"`.

/** One value as one segment. The colon is legal in a path, which lets a builder also write the router's `:id`. */
export function segment(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":");
}

/** In the place of a campaign's id: none is chosen yet. */
export const NO_CAMPAIGN = "campaignId";

export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** In the place of an amount that a shopper chooses on the page of the card. */
export const OTHER_AMOUNT = "other";

export const paths = {
  home: () => "/",
  /** Where anybody can write to the company. */
  contact: () => "/?support=show",
  faq: () => "/faq",
  /** One search over shops, causes and campaigns. */
  search: () => "/search",
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
  charityCard: (vendorId: string, campaignId: string, amount?: number | typeof OTHER_AMOUNT) =>
    withQuery(`/shop-vendors/funray-card/${segment(vendorId)}/${segment(campaignId)}`, {
      amount: amount?.toString(),
    }),
  localCard: (vendorId: string, amount: string) =>
    `/shop-vendors/rayzr-card/${segment(vendorId)}/${segment(amount)}`,

  cart: () => "/my-cart",
  cartAsGuest: () => "/checkout-less",
  gift: (token: string) => `/gift/${segment(token)}`,

  signIn: (email?: string) => withQuery("/signin", { email }),
  signedOut: () => "/signed-out",
  endSessions: () => "/sign-out-everywhere",
  /** Where the mail leads that asks a registration for what it lacks. */
  registrationQuestion: () => "/registration",
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
  /** Where a clerk chooses the PIN for their shop's tills. */
  accountPin: () => "/account/pin",
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

  /** The counter: the first page of clerks, and of everybody who signs in by PIN. */
  counter: () => "/scan-counter",
  /** The counter with the camera started, and with a card open. */
  scanCode: () => "/scan-code",
  scanCard: (id: string) => `/scan-vendor-transactions/${segment(id)}`,
  /** The list of the shop's cards. */
  scanCards: () => "/scan-vendor-transactions",
  /** Where clerks sign in by PIN, on a device that is a till; and where a device becomes one. */
  till: () => "/till",
  enrolTill: (token = "") => `/till/enrol${token && `#token=${segment(token)}`}`,

  /** The admin portal's doors. Its pages are in adminPaths.ts. */
  admin: () => "/admin",
  adminSignIn: () => "/admin/signin",

  styleguide: () => "/styleguide",
};

/** Whether a path is one of the counter's. */
export function isAtCounter(path: string): boolean {
  return /^\/(scan-|till([/?#]|$))/.test(path);
}

/** Whether a path is one of the admin portal's doors. */
export function isAtDoor(path: string): boolean {
  return /^\/admin\/(signin|setup-)/.test(path);
}

/** Whether a path is one of the admin portal's. */
export function isInAdmin(path: string): boolean {
  return /^\/admin([/?#]|$)/.test(path);
}

/** Whether a path is one of those on which people join, sign in, recover, and look after their account. */
export function isAtAccount(path: string): boolean {
  return /^\/(account|closed-|confirm-|forgot-|invitation|register|registration|resend-|reset-|sign)/.test(
    path,
  );
}

/** Whether a path is one of those for people who have cards, or are paying for some. */
export function isAtWallet(path: string): boolean {
  return /^\/(checkout(?!-less)|gift|orders|transactions)/.test(path);
}
