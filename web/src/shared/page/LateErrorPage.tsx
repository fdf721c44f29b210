import { Suspense } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const load = () => import("./errorPages");
const RootErrorPage = lazyPiece(async () => (await load()).RootErrorPage);
const PageError = lazyPiece(async () => (await load()).PageError);

/**
 * Loads the error pages and the service worker in advance: after the network fails, they could not
 * be loaded.
 */
export function prefetchErrorPages(): void {
  load().then(
    ({ startServiceWorker }) => startServiceWorker(),
    () => undefined,
  );
}

/** Error page without any layout around it. */
export function LateErrorPage() {
  return (
    <Suspense>
      <RootErrorPage />
    </Suspense>
  );
}

/** Error in place of a page; the layout around it stays. */
export function LatePageError() {
  return (
    <Suspense>
      <PageError />
    </Suspense>
  );
}
