import { queryOptions, useQuery } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import { m } from "@/i18n";
import { Chip } from "@/ui/Chip";

const ASKED_EVERY_MS = 60_000;

const openQuery = queryOptions({
  ...reading("/api/v1/Helpdesk/open"),
  refetchInterval: ASKED_EVERY_MS,
});

/** How many orders and charges wait for an administrator; nothing, as long as none does. */
export function OpenCount() {
  const { data } = useQuery(openQuery);
  const count = data ? data.reviews + data.reversals + data.differences : 0;
  if (count === 0) return null;
  return (
    <Chip tone="warning" className="ml-auto">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{m.admin_open_count({ count })}</span>
    </Chip>
  );
}
