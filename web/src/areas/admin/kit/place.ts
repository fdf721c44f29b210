// Where one is among the pages of a list: its own address, those of its records, and the way back.
import { useQueryClient, type QueryKey, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, type To } from "react-router";
import { tellError } from "@/shared/page/tellError";
import type { Paged } from "@/shared/table/useListState";

/** A list in the state in which it was left, for what stands beside it: those addresses carry the list's own along. */
export function useListPlace(listPath: string) {
  const { search } = useLocation();
  const navigate = useNavigate();
  return {
    at: (pathname: string) => ({ pathname, search }),
    showList: ({ replace = false }: { replace?: boolean } = {}) =>
      void navigate({ pathname: listPath, search }, { replace, preventScrollReset: true }),
  };
}

/** A page about something that was never read is left, and why is said. What was read stays, even when it can't be read again. */
export function useLeaveOnError(
  { isLoadingError, error }: Pick<UseQueryResult, "isLoadingError" | "error">,
  leave: (options: { replace: boolean }) => void,
): void {
  const leaveNow = useEffectEvent(() => {
    tellError(error);
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

/** The records before and after one in the list from which somebody came, as far as that is known. */
export function useNeighbours(listKey: QueryKey, id: string, placeOf: (id: string) => To): Neighbours {
  const rows = useQueryClient().getQueryData<Paged<{ id: string }>>(listKey)?.items ?? [];
  const position = rows.findIndex((row) => row.id === id);
  const at = (index: number) => {
    const row = position < 0 ? undefined : rows[index];
    return row && placeOf(row.id);
  };
  return { previous: at(position - 1), next: at(position + 1) };
}
