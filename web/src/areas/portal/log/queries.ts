// Query of the log's page.
import { logQuery, type LogEntry } from "@/features/log/queries";
import { daysOf, type ListState } from "@/shared/table/listState";

type Action = LogEntry["action"];

// The server refuses an unknown action.
export const actionOf = ({ filter }: Pick<ListState, "filter">) => filter("action") as Action | undefined;

/** Returns the query parameters, without those that are not set. */
function questionOf(list: ListState, tenantId: string | undefined) {
  const asked = {
    actorText: list.filter("actorText"),
    action: actionOf(list),
    withoutViews: list.filter("withoutViews") === "true",
    subjectId: list.filter("subjectId"),
    tenantId,
    ...daysOf(list.filter),
  };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
  return { pageIndex: list.page, pageSize: list.pageSize, searchText: list.searchText, ...given };
}

/** Reads a page of the log, of all or of one vendor or charity. */
export function listedLog(list: ListState, tenantId?: string) {
  return logQuery(questionOf(list, tenantId));
}
