import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { useNavigation } from "react-router";

/** Whether the user is waiting: for a page, for data to load, or for a change to be saved. */
export function useIsBusy(): boolean {
  const isNavigating = useNavigation().state !== "idle";
  const firstLoads = useIsFetching({ predicate: (query) => query.state.data === undefined });
  const saves = useIsMutating();
  return isNavigating || firstLoads + saves > 0;
}
