import "@/styles/index.css";
import "@/brands/current/theme.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { cachedIn, createQueryClient } from "@/api/queryClient";
import { clearUserQueries } from "@/api/reading";
import { discoverRoutes, routes } from "@/app/routes";
import { Providers } from "@/app/Providers";
import { onPersonChange, startSession } from "@/session/current";
import { crashHandlers, hearCrashes, nameCrashesBy } from "@/lib/crashes";
import { firstPaint } from "@/lib/firstPaint";
import { reloadWhenOutdated } from "@/lib/missingCode";
import { startServiceWorker } from "@/lib/serviceWorker";
import { toast, withdrawToast } from "@/ui/overlay/toast";

/** Loads the code of the prerendered page before hydration, so that the page never turns blank. */
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

/** Resolves when the router has loaded the first page or its error. */
function isReady(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe(({ initialized }) => initialized && resolve());
  });
}

/** Loads a new release. */
let loadRelease = () => location.reload();

async function start(root: HTMLElement): Promise<void> {
  const painted = firstPaint();
  const queryClient = createQueryClient(toast.error, withdrawToast);
  onPersonChange(() => clearUserQueries(queryClient));
  startSession();
  const isPrerendered = !("shell" in root.dataset) && root.hasChildNodes();
  if (isPrerendered) await loadPageInPlace();
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: discoverRoutes,
    ...cachedIn(queryClient),
    // With hydration data, the router keeps the current scroll position.
    ...(isPrerendered && { hydrationData: {} }),
  });
  nameCrashesBy(() => router.state.matches);
  // If the page of a pressed link is missing, the reload opens that page.
  loadRelease = () => {
    const next = router.state.navigation.location;
    if (!next || next.pathname === location.pathname) location.reload();
    else location.assign(router.createHref(next));
  };
  // Keep the placeholder of the HTML until the first page is ready.
  if ("shell" in root.dataset) await isReady(router);
  await painted;
  const app = (
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  );
  // A transition renders in slices, so that hydration doesn't block input.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, app, crashHandlers);
    else createRoot(root, crashHandlers).render(app);
  });
  startServiceWorker();
}

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to show the app in");
reloadWhenOutdated(() => loadRelease());
// The offline wallet lists its files from the resource timing buffer, so enlarge it beyond the browser's default.
performance.setResourceTimingBufferSize(10_000);
// Before the start, which may fail too.
hearCrashes();
// Not awaited: the code of a page may import this file's chunk, which would cause a deadlock.
void start(root);
