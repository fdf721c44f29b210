import { lazy, Suspense, useSyncExternalStore } from "react";
import { hasEverToasted, subscribeToToasts } from "./toast";

const Toaster = lazy(async () => ({ default: (await import("./Toaster")).Toaster }));

/** Most visits need no message: what draws them comes with the first one, and stays. */
export function LazyToaster() {
  const isNeeded = useSyncExternalStore(subscribeToToasts, hasEverToasted, () => false);
  return <Suspense>{isNeeded && <Toaster />}</Suspense>;
}
