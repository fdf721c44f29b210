// Renders the whole app as in a browser, with its routes, guards, loaders and layouts.
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, type InitialEntry } from "react-router";
import { beforeEach, vi } from "vitest";
import { cachedIn } from "@/api/queryClient";
import { discoverRoutes, routes } from "@/app/routes";
import type { Profile } from "@/session/current";
import { createTestClient, server, signInAs, type Who } from "@/shared/testing/render";

export { server, signInAs, toasts } from "@/shared/testing/render";
export { refusal, pageOf } from "@/api/testing/server";

interface AppOptions {
  /** The signed-in user; a guest by default. */
  as?: Who;
  /** Overrides of the user's profile. */
  profile?: Partial<Profile>;
  /** The previous entry of the history. */
  from?: InitialEntry;
}

/** Renders the app at an address. `server` answers its requests. */
export function renderApp(address: InitialEntry, { as = "guest", profile = {}, from }: AppOptions = {}) {
  signInAs(as, profile);
  const client = createTestClient();
  const router = createMemoryRouter(routes, {
    initialEntries: from === undefined ? [address] : [from, address],
    patchRoutesOnNavigation: discoverRoutes,
    ...cachedIn(client),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    router,
    client,
    /** Returns the current path and query. */
    place: () => router.state.location.pathname + router.state.location.search,
  };
}

beforeEach(() => {
  // Requests that the layouts send on every page.
  server.on("GET /Public/Regions", () => []);
  server.on("GET /Public/settings", () => ({ captcha: { siteKey: null, challengeUrl: "/captcha" } }));
  // Marks the document as freshly loaded, which the checkout requires.
  sessionStorage.setItem("reloadCount", "1");
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media === "(pointer: fine)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

/** Queries limited to the page, without its layout. */
export const inMain = () => within(screen.getByRole("main"));
