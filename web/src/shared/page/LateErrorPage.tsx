import { Suspense } from "react";
import { lazyPiece } from "@/ui/lazyPiece";

const load = () => import("./errorPages");
const RootErrorPage = lazyPiece(async () => (await load()).RootErrorPage);
const PageError = lazyPiece(async () => (await load()).PageError);

/**
 * Most visits need no such page. They are fetched while all is well: once something is missing, they might be, too. What shows
 * one where there is no network comes with them.
 */
export function prefetchErrorPages(): void {
  load().then(
    ({ startServiceWorker }) => startServiceWorker(),
    () => undefined,
  );
}

/** Where nothing else stands any more. */
export function LateErrorPage() {
  return (
    <Suspense>
      <RootErrorPage />
    </Suspense>
  );
}

/** In the place of a page; everything around it stays. */
export function LatePageError() {
  return (
    <Suspense>
      <PageError />
    </Suspense>
  );
}
