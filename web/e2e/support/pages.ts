// Where stories go that look at every page.

/** Everybody's. */
export const publicPages = [
  "/",
  "/about",
  "/faq",
  "/privacy-policy",
  "/eula-page",
  "/term-of-use",
  "/shipping-only",
  "/refund-only",
  "/shop-vendors/",
  "/shop-vendors/list",
  "/search?q=maple",
  "/charities",
  "/my-cart",
  "/signin",
  "/signed-out",
  "/sign-out-everywhere#code=x",
  "/sign-out-everywhere",
  "/closed-cards#code=x",
  "/closed-cards",
  "/forgot-password",
  "/forgot-password-success",
  "/reset-password?code=x&email=ann%40story.test",
  "/reset-password-success",
  "/reset-password-failed",
  "/register",
  "/register-success",
  "/confirm-email?code=x&email=ann%40story.test",
  "/register-confirmation?email=ann%40story.test",
  "/register-confirmation-failed",
  "/resend-confirmation",
  "/resend-confirmation?email=ann%40story.test",
  "/register/vendor",
  "/register/vendor-success",
  "/register/charity",
  "/admin/signin",
  "/admin/setup-password?code=x&email=ann%40story.test",
  "/admin/setup-password-failed",
  "/till",
  "/till/enrol#token=x",
  "/till/enrol",
];

type PagesOf = [email: string, paths: string[]];

/** Of people who keep the catalogue. Lists that the sidebar leads to are found there. */
export const cataloguePages: PagesOf[] = [
  [
    "super@demo.test",
    [
      "/admin/organization?searchText=nothing-like-this",
      "/admin/vendors/add",
      "/admin/charities/add",
      "/admin/reporting",
      "/admin/books/outstanding?compare=1",
      "/admin/books/journal",
      "/admin/books/months",
      "/admin/cards/open/reviews",
      "/admin/cards/open/reversals",
      "/admin/cards/open/differences",
      "/admin/cards/open/dead-letters",
      "/admin/cards/open/refunds",
      "/admin/cards/open/limits",
      "/admin/payouts/hold-back",
    ],
  ],
  [
    "manager@vendor-a.test",
    [
      "/admin/vendor/summary",
      "/admin/vendor/information",
      "/admin/vendor/reporting",
      "/admin/vendor/payouts",
    ],
  ],
  [
    "manager@charity-a.test",
    [
      "/admin/charity/summary",
      "/admin/charity/information",
      "/admin/charity/campaigns",
      "/admin/charity/campaigns/add",
      "/admin/charity/reporting",
      "/admin/charity/payouts",
      "/admin/charity/history",
    ],
  ],
];

/** Of people who keep their account, or those of others. */
export const peoplesPages: PagesOf[] = [
  [
    "buyer2@demo.test",
    ["/account", "/account/password", "/account/sessions", "/account/security", "/account/data"],
  ],
  [
    "super@demo.test",
    [
      "/admin/users",
      "/admin/users?isDeleted=true",
      "/admin/users?searchText=nobody",
      "/admin/history",
      "/admin/history?searchText=nobody-at-all",
    ],
  ],
  [
    "manager@vendor-a.test",
    [
      "/admin/vendor/users",
      "/admin/vendor/cards-transaction",
      "/admin/vendor/events?startDate=2025-09-01&endDate=2025-09-30&figure=sales",
      "/admin/vendor/tills",
      "/admin/vendor/approvals",
      "/admin/vendor/counter",
      "/admin/vendor/counter-day",
      "/admin/vendor/history",
    ],
  ],
];
