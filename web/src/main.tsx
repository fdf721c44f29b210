import "@/styles/index.css";
import "@/brands/current/theme.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { cachedIn, createQueryClient } from "@/api/queryClient";
import { forgetPerson } from "@/api/reading";
import { discoverRoutes, routes } from "@/routes";
import { Providers } from "@/Providers";
import { onPersonChange, startSession } from "@/session/current";
import { reloadWhenOutdated } from "@/lib/missingCode";
import { prefetchErrorPages } from "@/shared/page/LateErrorPage";
import { toast, withdrawToast } from "@/ui/toast";

/** Loads the code of the page that stands in the HTML already: taking it over must not show an empty moment. */
async function loadPageInPlace(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy());
      delete route.lazy;
    }),
  );
}

/** Resolves when the first page can be drawn, or what went wrong with it. */
function isReady(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
}

async function start(root: HTMLElement): Promise<void> {
  const queryClient = createQueryClient(toast.error, withdrawToast);
  onPersonChange(() => forgetPerson(queryClient));
  startSession();
  const isPrerendered = !("shell" in root.dataset) && root.hasChildNodes();
  if (isPrerendered) await loadPageInPlace();
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: discoverRoutes,
    ...cachedIn(queryClient),
    // With it the router leaves the page where its reader, or the browser, has scrolled it to.
    ...(isPrerendered && { hydrationData: {} }),
  });
  // The shapes that the HTML came with stay until there is a page to take their place.
  if ("shell" in root.dataset) await isReady(router);
  const app = (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  );
  // In slices, so that taking over the page never keeps a finger waiting.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  prefetchErrorPages();
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to show the app in");
reloadWhenOutdated(() => location.reload());
// A browser remembers what a page was made of for so many parts: the wallet is kept by that, however much was shown before it.
performance.setResourceTimingBufferSize(10_000);
// Not awaited: a page's code may import from this file's chunk, and would wait for what waits for it.
void start(root);
