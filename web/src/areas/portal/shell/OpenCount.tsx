import { useQuery } from "@tanstack/react-query";
import { adminPaths } from "@/adminPaths";
import { caseCounts, openCountsQuery, type OpenCounts } from "@/areas/portal/kit/openCounts";
import { m } from "@/i18n";
import { Chip } from "@/ui/list/Chip";

/** Sidebar entries that can have open cases for administrators. */
const COUNTS: Record<string, (open: OpenCounts) => number> = {
  [adminPaths.vendors()]: ({ vendors }) => vendors,
  [adminPaths.charities()]: ({ charities }) => charities,
  [adminPaths.payouts()]: ({ payouts }) => payouts,
  [adminPaths.cards()]: (open) => Object.values(caseCounts).reduce((sum, count) => sum + count(open), 0),
};

/** Number of open cases behind a sidebar entry; renders nothing if there are none. */
export function OpenCount({ to }: { to: string }) {
  const countOf = COUNTS[to];
  const { data } = useQuery({ ...openCountsQuery, enabled: countOf !== undefined });
  const count = data && countOf ? countOf(data) : 0;
  if (count === 0) return null;
  return (
    <Chip tone="warning" className="ml-auto">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{m.admin_open_count({ count })}</span>
    </Chip>
  );
}
