import { Suspense } from "react";
import { lazyPiece } from "./lazyPiece";
import { useAfterHydration } from "./useAfterHydration";

const Toaster = lazyPiece(
  async () => (await import("./Toaster")).Toaster,
  () => undefined,
);

/** For pages that have to be light: what draws messages comes when the page stands, before anything goes wrong. */
export function LateToaster() {
  const isUp = useAfterHydration(() => true, false);
  return <Suspense>{isUp && <Toaster />}</Suspense>;
}
