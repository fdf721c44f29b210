import { LoadingBar } from "@/ui/LoadingBar";

/** Shown while the first page's code is loading. */
export function PageLoading() {
  return <LoadingBar isLoading />;
}
