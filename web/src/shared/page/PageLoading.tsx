import { LoadingBar } from "@/ui/LoadingBar";

/** Stands in while the first page's code is on its way. */
export function PageLoading() {
  return <LoadingBar isLoading />;
}
