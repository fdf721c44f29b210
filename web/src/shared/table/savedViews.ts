// Lists as somebody likes to see them, under names of theirs: what is searched and filtered, how it is sorted, which columns.
// They are kept on the server, so that they are there wherever somebody signs in; on this device stays how a list was left.
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { currentProfile } from "@/session/current";
import type { TableView } from "./view";

export type SavedView = components["schemas"]["SavedView"];

/** What a view says of a list, whatever it is called. */
export type Shown = Pick<SavedView, "query" | "hiddenColumns" | "isDense">;

/** What a view is of: a list, or a report. */
export interface Viewed {
  /** The parameters of the address that narrow it. */
  filters: readonly { names: readonly string[] }[];
  narrow: (given: Record<string, string | undefined>) => void;
}

/** The parameters of the address that a view keeps: which page somebody is on isn't one of them. */
function parametersOf(list: Viewed): string[] {
  return ["searchText", "orderBy", "direction", "pageSize", ...list.filters.flatMap(({ names }) => names)];
}

function queryOf(address: URLSearchParams, names: readonly string[]): string {
  const kept = names.flatMap((name) => {
    const value = address.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

function isSame(one: Shown, other: Shown): boolean {
  const plain = ({ query, hiddenColumns, isDense }: Shown) => {
    const parameters = new URLSearchParams(query);
    parameters.sort();
    return JSON.stringify([parameters.toString(), hiddenColumns.toSorted(), isDense]);
  };
  return plain(one) === plain(other);
}

/** The lists that were opened since this document was, or since somebody else signed in. */
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

  // Whoever opens a list without saying what of it gets their default, once: what they clear stays cleared.
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
