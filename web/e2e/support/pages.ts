// Addresses for stories that look at all pages, by the user who opens them. The screens declare the addresses, so that a new page
// is looked at, too.
import { readScreens } from "../../scripts/screens.ts";

/** Addresses of screens whose content depends on the query or fragment. */
const states: Partial<Record<string, string[]>> = {
  "/search": ["/search?q=maple"],
  "/sign-out-everywhere": ["/sign-out-everywhere#code=x", "/sign-out-everywhere"],
  "/closed-cards": ["/closed-cards#code=x", "/closed-cards"],
  "/reset-password": ["/reset-password?code=x&email=ann%40story.test"],
  "/confirm-email": ["/confirm-email?code=x&email=ann%40story.test"],
  "/register-confirmation": ["/register-confirmation?email=ann%40story.test"],
  "/resend-confirmation": ["/resend-confirmation", "/resend-confirmation?email=ann%40story.test"],
  "/admin/setup-password": ["/admin/setup-password?code=x&email=ann%40story.test"],
  "/till/enrol": ["/till/enrol#token=x", "/till/enrol"],
  "/checkout-success": ["/checkout-success?order=:order"],
  "/charities/:id/:campaignId": ["/charities/:id/:campaignId", "/charities/:id/campaignId"],
  "/admin/users": ["/admin/users", "/admin/users?isDeleted=true", "/admin/users?searchText=nobody"],
  "/admin/organization": ["/admin/organization", "/admin/organization?searchText=nothing-like-this"],
  "/admin/history": ["/admin/history", "/admin/history?searchText=nobody-at-all"],
  "/admin/books/outstanding": ["/admin/books/outstanding", "/admin/books/outstanding?compare=1"],
  "/admin/cards/open/:kind": [
    "reviews",
    "reversals",
    "differences",
    "dead-letters",
    "refunds",
    "limits",
    "closings",
    "refused",
  ].map((kind) => `/admin/cards/open/${kind}`),
  "/admin/vendor/events": ["/admin/vendor/events?startDate=2025-09-01&endDate=2025-09-30&figure=sales"],
  // Stories of their own open these: on a new server, with an invitation, with a payment that is held, with a drafted payout, and with a run.
  "/setup": [],
  "/invitation": [],
  "/checkout-pending/:orderNumber": [],
  "/admin/payouts/:id": [],
  "/admin/payouts/runs/:id": [],
};

const ofScreens = readScreens()
  .filter(({ area }) => area !== "dev")
  .map((screen) => screen.addresses.map(({ path }) => states[path] ?? [path]));

/** A user without an account, and one who has bought a card in the story. */
export const GUEST = "a guest";
export const BUYER = "a buyer";

/** Which user opens an address: the first one that fits. */
const openers: [user: string, sees: RegExp][] = [
  [GUEST, /^\/admin\/(signin|setup-password)/],
  ["manager@vendor-a.test", /^\/admin\/vendor\//],
  ["manager@charity-a.test", /^\/admin\/charity\//],
  ["admin@demo.test", /^\/admin\/(vendors|charities)\/view\//],
  ["super@demo.test", /^\/admin\//],
  ["employee@vendor-a.test", /^\/scan-/],
  [BUYER, /^\/(transactions|orders|checkout|checkout-success|account\/data\/cards)\b(?!-)/],
  ["buyer2@demo.test", /^\/(account|shop-vendors\/gift-list)\b/],
  [GUEST, /^/],
];

const openerOf = (path: string) => openers.find(([, sees]) => sees.test(path))?.[0];

const users = [...new Set(openers.map(([user]) => user))];

export interface Load {
  path: string;
  /** Whether the screen has no address or state before this one. */
  isFirst: boolean;
}

/** Every address in each state, by user. Stories replace names such as `:id` by ids of records. */
export const loadsByUser = users.map((user): [user: string, loads: Load[]] => {
  const loads = ofScreens.flatMap((addresses) =>
    addresses.flat().map((path, place) => ({ path, isFirst: place === 0 })),
  );
  return [user, loads.filter(({ path }) => openerOf(path) === user)];
});

/** RayZR leads these addresses to the shops. */
export const OF_CAUSES = /^\/(charities|register\/charity$|shop-vendors\/funray-card)/;

/** Whether an address is neither about one record, nor about purchases, nor of the counter. */
export const isOfEverybody = (user: string, path: string) =>
  !path.includes(":") && (user === GUEST || (user.includes("@") && !user.startsWith("employee")));

/** Pages about people: accounts, the history of their actions, and work at the counter. */
export const isAboutPeople = (path: string) =>
  /^\/account|\/(users|history|events|cards-transaction|approvals|tills|counter|counter-day|test-card)\b/.test(
    path,
  );

/** Pages of the portal about causes, which RayZR doesn't have. */
export const isAboutCauses = (path: string) => /^\/admin\/.*(charit|campaign|organization)/.test(path);

/** Pages of the portal, behind its sign-in. */
export const isOfPortal = (path: string) => openerOf(path) !== GUEST && path.startsWith("/admin/");
