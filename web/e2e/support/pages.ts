// Paths for stories that check all pages.

import { readScreens } from "../../scripts/screens.ts";

/** Addresses of screens whose content depends on parameters. */
const withParameters: Partial<Record<string, string[]>> = {
  "/search": ["/search?q=maple"],
  "/sign-out-everywhere": ["/sign-out-everywhere#code=x", "/sign-out-everywhere"],
  "/closed-cards": ["/closed-cards#code=x", "/closed-cards"],
  "/reset-password": ["/reset-password?code=x&email=ann%40story.test"],
  "/confirm-email": ["/confirm-email?code=x&email=ann%40story.test"],
  "/register-confirmation": ["/register-confirmation?email=ann%40story.test"],
  "/resend-confirmation": ["/resend-confirmation", "/resend-confirmation?email=ann%40story.test"],
  "/admin/setup-password": ["/admin/setup-password?code=x&email=ann%40story.test"],
  "/till/enrol": ["/till/enrol#token=x", "/till/enrol"],
  // Stories of their own visit these, with an invitation and a card.
  "/invitation": [],
  "/account/data/cards": [],
};

const ACCOUNT = "/account";

const addresses = readScreens()
  .filter(({ area, page }) => area === "shop" || area === "account" || page.includes("/till/"))
  .flatMap((screen) => screen.addresses.map(({ path }) => path))
  .filter((path) => !path.includes(":"))
  .flatMap((path) => withParameters[path] ?? [path]);

/** Pages that are open to all. */
export const publicPages = addresses.filter((path) => !path.startsWith(ACCOUNT));

type PagesOf = [email: string, paths: string[]];

/** Pages of users who maintain the catalogue. Lists in the sidebar are found there. */
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
      "/admin/cards/open/closings",
      "/admin/cards/open/refused",
      "/admin/cards/errors",
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

/** Pages of users who manage their own or other accounts. */
export const peoplesPages: PagesOf[] = [
  ["buyer2@demo.test", addresses.filter((path) => path.startsWith(ACCOUNT))],
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
      "/admin/vendor/test-card",
      "/admin/vendor/history",
    ],
  ],
];
