import { LoadingBar } from "@/ui/layout/LoadingBar";

/** Shown while the first page's code is loading. */
export function PageLoading() {
  return <LoadingBar isLoading />;
}
