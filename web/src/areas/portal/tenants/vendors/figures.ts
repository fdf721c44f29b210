// Figures of the shops in the list: recent sales, amount owed, and card balances.
import { call } from "@/api/client";
import type { components } from "@/api/schema";
import { businessDateOf, businessToday } from "@/lib/dates";
import { narrowingOf } from "@/areas/portal/tenants/narrowing";
import type { AnyQuery } from "@/shared/table/anyQuery";
import type { ListState, Paged } from "@/shared/table/listState";
import { vendorCalls } from "./queries";
import type { VendorItem } from "./vendors";

type Figures = components["schemas"]["VendorRowFigures"];

/** A row of the list. `figures` is absent if they could not be loaded. */
export type ListedVendor = VendorItem & { figures?: Figures | undefined };

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Maximum number of shops per call for figures. */
const MAX_IDS = 100;

async function figuresOf(ids: readonly string[], signal: AbortSignal): Promise<Figures[]> {
  if (ids.length === 0) return [];
  const range = {
    startDate: businessDateOf(new Date(Date.now() - DAYS * DAY_MS)),
    endDate: businessToday(),
  };
  // One page at a time, so that a long list doesn't slow the server down for others.
  const { items } = await call("get", "/api/v1/Vendors/figures", {
    query: { ids: ids.slice(0, MAX_IDS).join(","), ...range },
    signal,
  });
  return [...items, ...(await figuresOf(ids.slice(MAX_IDS), signal))];
}

/** Query for a page of the list with the figures of its shops. */
export function vendorRowsQuery(list: ListState): AnyQuery<Paged<ListedVendor>> {
  const query = vendorCalls.listQuery(list, narrowingOf(list));
  const read = query.queryFn as (context: { signal: AbortSignal }) => Promise<Paged<VendorItem>>;
  return {
    ...query,
    queryKey: [...query.queryKey, "figures"],
    queryFn: async (context: { signal: AbortSignal }) => {
      const page = await read(context);
      // Show the list even if its figures can't be loaded.
      const found = await figuresOf(
        page.items.map(({ id }) => id),
        context.signal,
      ).catch((): Figures[] => []);
      const figures = new Map(found.map((each) => [each.vendorId, each]));
      const items = page.items.map((row) => Object.assign({}, row, { figures: figures.get(row.id) }));
      return { ...page, items };
    },
  };
}
