// Navigation of a list: its own address, its records' pages, and the way back.
import { useQueryClient, type QueryKey, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, type To } from "react-router";
import { showErrorToast } from "@/shared/page/showErrorToast";
import type { Paged } from "@/shared/table/listState";

/**
 * Returns the list's address with its current parameters, for pages beside it: their addresses
 * carry the same ones.
 */
export function useListPlace(listPath: string) {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    at: (pathname: string) => ({ pathname, search }),
    showList: ({ replace = false }: { replace?: boolean } = {}) =>
      void navigate({ pathname: listPath, search }, { replace, preventScrollReset: true }),
  };
}

/**
 * Leaves the page if its record can't be loaded, with a message. Data that was loaded stays visible
 * if refetching fails.
 */
export function useLeaveOnError(
  { isLoadingError, error }: Pick<UseQueryResult, "isLoadingError" | "error">,
  leave: (options: { replace: boolean }) => void,
): void {
  const leaveNow = useEffectEvent(() => {
    showErrorToast(error);
    leave({ replace: true });
  });
  useEffect(() => {
    if (isLoadingError) leaveNow();
  }, [isLoadingError]);
}

export interface Neighbours {
  previous: To | undefined;
  next: To | undefined;
}

/** Returns the previous and next record in the list the user came from, if cached. */
export function useNeighbours(listKey: QueryKey, id: string, placeOf: (id: string) => To): Neighbours {
  const rows = useQueryClient().getQueryData<Paged<{ id: string }>>(listKey)?.items ?? [];
  const position = rows.findIndex((row) => row.id === id);
  const at = (index: number) => {
    const row = position < 0 ? undefined : rows[index];
    return row && placeOf(row.id);
  };
  return { previous: at(position - 1), next: at(position + 1) };
}
