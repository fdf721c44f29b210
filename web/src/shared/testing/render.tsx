// Helpers of screen tests: browser features that jsdom lacks, a fake server, and the signed-in
// user.
import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { replaceProfile, signedInUserId, type Profile } from "@/session/current";
import { currentToasts, dismissToast, toast } from "@/ui/overlay/toast";

export const server = standInServer();

const ann: Profile = {
  userId: "per_1",
  email: "ann@home.example",
  firstName: "Ann",
  lastName: "Roy",
  displayName: "Ann Roy",
  avatarText: "AR",
  roles: ["CONSUMER"],
  tenantType: null,
  tenantIds: [],
  cartTotalCount: 0,
  accessToken: "access",
  refreshToken: "refresh",
  expiredAt: "2099-01-01T00:00:00Z",
  receivedAt: Date.parse("2099-01-01T00:00:00Z"),
};

/** Users that a test can sign in. */
const people = {
  guest: undefined,
  shopper: ann,
  clerk: { ...ann, roles: ["EMPLOYEE"], tenantType: "VENDOR", tenantIds: ["ten_1"] },
  manager: { ...ann, roles: ["MANAGER"], tenantType: "VENDOR", tenantIds: ["ten_1"] },
  "charity manager": { ...ann, roles: ["MANAGER"], tenantType: "CHARITY", tenantIds: ["ten_food"] },
  administrator: { ...ann, roles: ["ADMINISTRATOR"] },
  "super administrator": { ...ann, roles: ["SUPER_ADMINISTRATOR"] },
} satisfies Record<string, Profile | undefined>;

export type Who = keyof typeof people;

/** Signs in one of these users. */
export function signInAs(who: Who, changes: Partial<Profile> = {}): void {
  const person = people[who] && { ...people[who], ...changes };
  if (person) signedInUserId.write(person.userId);
  else signedInUserId.remove();
  replaceProfile(person);
}

/** Returns the client of the app, which repeats a failed query at once instead of after seconds. */
export function createTestClient() {
  const client = createQueryClient(toast.error);
  const { queries, ...others } = client.getDefaultOptions();
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
  return client;
}

/** Returns the texts of the visible toasts. */
export const toasts = () => currentToasts().map(({ text }) => text);

interface PieceOptions {
  at?: string;
  /** Route path, if it has parameters. */
  path?: string;
  client?: QueryClient;
}

/** Renders an element at an address. Returns the router with the current location. */
export function renderPiece(element: ReactNode, options: PieceOptions = {}) {
  const { at = "/", client = createTestClient() } = options;
  const { path = at.split(/[?#]/)[0] ?? "" } = options;
  const routes = [
    { path, element },
    { path: "*", element: <h1>Elsewhere</h1> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  // jsdom has no layout: nothing comes into view and nothing scrolls.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal("scrollTo", () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  replaceProfile(undefined);
  localStorage.clear();
  sessionStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});
