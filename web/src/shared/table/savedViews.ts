// Saved views of lists: a named set of search, filters, sorting and columns. They are stored on the
// server, so they work on all devices; the last state of each list is stored in this browser.
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { currentProfile } from "@/session/current";
import type { TableView } from "./view";

export type SavedView = components["schemas"]["SavedView"];

/** Settings of a view, without its name. */
export type Shown = Pick<SavedView, "query" | "hiddenColumns" | "isDense">;

/** List or report that a view belongs to. */
export interface Viewed {
  /** Filters with their parameters in the address. */
  filters: readonly { names: readonly string[] }[];
  narrow: (given: Record<string, string | undefined>) => void;
}

/** Returns the address parameters that a view stores; the page number isn't one of them. */
function parametersOf(list: Viewed): string[] {
  return ["searchText", "orderBy", "direction", "pageSize", ...list.filters.flatMap(({ names }) => names)];
}

function queryOf(address: URLSearchParams, names: readonly string[]): string {
  const pairs = names.flatMap((name) => {
    const value = address.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(pairs).toString();
}

function isSame(one: Shown, other: Shown): boolean {
  const plain = ({ query, hiddenColumns, isDense }: Shown) => {
    const parameters = new URLSearchParams(query);
    parameters.sort();
    return JSON.stringify([parameters.toString(), hiddenColumns.toSorted(), isDense]);
  };
  return plain(one) === plain(other);
}

/** Lists opened since the document was loaded or another user signed in. */
const openedLists = new WeakMap<QueryClient, { person: string | undefined; lists: Set<string> }>();

function openedIn(client: QueryClient): Set<string> {
  const person = currentProfile()?.userId;
  const known = openedLists.get(client);
  if (known && known.person === person) return known.lists;
  const lists = new Set<string>();
  openedLists.set(client, { person, lists });
  return lists;
}

export function useSavedViews(
  name: string,
  list: Viewed,
  view: Pick<TableView, "hidden" | "isDense" | "change">,
) {
  const [address] = useSearchParams();
  const { data: views } = useQuery({
    ...reading("/api/v1/Accounts/me/views", { query: { list: name } }),
    staleTime: Infinity,
  });
  const names = parametersOf(list);
  const shown: Shown = {
    query: queryOf(address, names),
    hiddenColumns: [...view.hidden],
    isDense: view.isDense,
  };
  const show = ({ query, hiddenColumns, isDense }: Shown) => {
    const wanted = new URLSearchParams(query);
    list.narrow(Object.fromEntries(names.map((each) => [each, wanted.get(each) ?? undefined])));
    view.change({ hidden: hiddenColumns, isDense });
  };

  // Opening a list without parameters applies the user's default view, but only once: filters that
  // they clear stay cleared.
  const client = useQueryClient();
  const open = useEffectEvent((known: readonly SavedView[] | undefined) => {
    const opened = openedIn(client);
    if (known === undefined || opened.has(name)) return;
    opened.add(name);
    const usual = known.find(({ isDefault }) => isDefault);
    if (usual && address.size === 0) show(usual);
  });
  useEffect(() => open(views), [views]);

  return {
    views: views ?? [],
    shown,
    current: views?.find((each) => isSame(each, shown)),
    show,
  };
}
