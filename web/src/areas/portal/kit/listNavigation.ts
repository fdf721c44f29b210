// Navigation of a list: its own address, its records' pages, and the way back.
import { useQuery, useQueryClient, type QueryKey, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { parsePath, useLocation, useNavigate, useParams, useSearchParams, type To } from "react-router";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { asQuery } from "@/shared/table/anyQuery";
import { asLeft } from "@/shared/table/leftLists";
import { readListState, type Paged } from "@/shared/table/listState";
import type { Entry, Resource, ResourceFrame } from "./resource";

/**
 * Returns the list's address with its current parameters, for pages beside it: their addresses
 * carry the same ones. A page that replaces its list restores it as it was left, unless its own
 * address has parameters.
 */
export function useListNavigation({ paths, hidesList = false }: Pick<ResourceFrame, "paths" | "hidesList">) {
  const here = useLocation();
  const navigate = useNavigate();
  const isElsewhere = hidesList && here.search === "" && here.pathname !== paths.list;
  const search = isElsewhere ? (parsePath(asLeft(paths.list)).search ?? "") : here.search;
  return {
    at: (pathname: string) => ({ pathname, search }),
    showList: ({ replace = false }: { replace?: boolean } = {}) =>
      void navigate({ pathname: paths.list, search }, { replace, preventScrollReset: true }),
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
function useNeighbours(listKey: QueryKey, id: string, linkOf: (id: string) => To): Neighbours {
  const rows = useQueryClient().getQueryData<Paged<{ id: string }>>(listKey)?.items ?? [];
  const position = rows.findIndex((row) => row.id === id);
  const at = (index: number) => {
    const row = position < 0 ? undefined : rows[index];
    return row && linkOf(row.id);
  };
  return { previous: at(position - 1), next: at(position + 1) };
}

/**
 * Reads the record that the address names. If it can't be loaded, the page is left for the list,
 * with a message.
 */
export function useRecord<Row extends Entry, Found>(resource: Resource<Row, Found>) {
  const { id = "" } = useParams();
  const [address] = useSearchParams();
  const { at, showList } = useListNavigation(resource);
  const { data, isLoadingError, error } = useQuery(asQuery(resource.oneQuery(id)));
  const isForeign = data !== undefined && resource.isForeign?.(data) === true;
  useLeaveOnError({ isLoadingError: isLoadingError || isForeign, error }, showList);
  const list = resource.listQuery(readListState(address, resource.order));
  const neighbours = useNeighbours(list.queryKey, id, (other) => at(resource.paths.edit(other)));
  return { id, record: isForeign ? undefined : data, neighbours, at, showList };
}
