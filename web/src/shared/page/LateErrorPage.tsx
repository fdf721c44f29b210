import { Suspense } from "react";
import { lazyPiece } from "@/ui/lazyPiece";

const load = async () => (await import("./RootErrorPage")).RootErrorPage;
const RootErrorPage = lazyPiece(load);

/** Most visits need no such page. It is fetched while all is well: once something is missing, it might be, too. */
export function prefetchErrorPage(): void {
  load().catch(() => undefined);
}

export function LateErrorPage() {
  return (
    <Suspense>
      <RootErrorPage />
    </Suspense>
  );
}
