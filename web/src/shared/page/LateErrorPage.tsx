import { Suspense } from "react";
import { lazyPiece } from "@/ui/lazyPiece";

const loadRootError = async () => (await import("./RootErrorPage")).RootErrorPage;
const loadPageError = async () => (await import("./PageError")).PageError;
const RootErrorPage = lazyPiece(loadRootError);
const PageError = lazyPiece(loadPageError);

/** Most visits need no such page. They are fetched while all is well: once something is missing, they might be, too. */
export function prefetchErrorPages(): void {
  for (const load of [loadRootError, loadPageError]) load().catch(() => undefined);
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
