// Opens the app as a browser does: its own maps of URLs, guards, loaders and layouts around every page.
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, type InitialEntry } from "react-router";
import { beforeEach, vi } from "vitest";
import { cachedIn } from "@/api/queryClient";
import { discoverRoutes, routes } from "@/routes";
import type { Profile } from "@/session/current";
import { createTestClient, server, signInAs, type Who } from "@/shared/testing/render";

export { server, signInAs, toasts } from "@/shared/testing/render";
export { refusal, pageOf } from "@/api/testing/server";

interface AppOptions {
  /** Who is signed in; a guest if nothing is said. */
  as?: Who;
  /** What is special about them. */
  profile?: Partial<Profile>;
  /** Where they have been before. */
  from?: InitialEntry;
}

/** Shows the app at an address. What the pages ask is answered by `server`. */
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
    /** Where one is. */
    place: () => router.state.location.pathname + router.state.location.search,
  };
}

beforeEach(() => {
  // What the layouts ask on every page.
  server.on("GET /Public/Regions", () => []);
  server.on("GET /Public/settings", () => ({ captcha: { siteKey: null, challengeUrl: "/captcha" } }));
  // A checkout stands in a document that was fetched for it.
  sessionStorage.setItem("reloadCount", "1");
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: media === "(pointer: fine)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

/** The page itself, without the layout around it. */
export const inMain = () => within(screen.getByRole("main"));
