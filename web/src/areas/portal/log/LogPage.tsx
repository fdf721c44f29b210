import { useState } from "react";
import { useTenant } from "@/areas/portal/kit/useTenant";
import { m } from "@/i18n";
import { findKinds, kindOf } from "@/features/log/kinds";
import { logColumns } from "@/features/log/logColumns";
import { logQuery, type LogEntry } from "@/features/log/queries";
import { sentenceOf } from "@/features/log/labels";
import { focusHeading } from "@/shared/page/focus";
import { daysFilter, daysOf, switchFilter, textFilter, type Filter } from "@/shared/table/filters";
import { ListPage } from "@/shared/table/ListPage";
import { useListState, type List, type ListState } from "@/shared/table/useListState";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { Combobox } from "@/ui/rich/Combobox";

type Action = LogEntry["action"];

// The server refuses an unknown action.
const actionOf = ({ filter }: Pick<ListState, "filter">) => filter("action") as Action | undefined;

/** Filter by action, with a search because there are too many to list. */
const kindFilter: Filter = {
  names: ["action"],
  label: m.log_action,
  textOf: (filter) => {
    const action = actionOf({ filter });
    return action && kindOf(action).text;
  },
  control: (list) => <KindField key="action" list={list} />,
};

function KindField({ list }: { list: List }) {
  const [text, setText] = useState("");
  const action = actionOf(list);
  return (
    <Combobox
      label={m.log_action()}
      placeholder={m.log_any_action()}
      picked={action === undefined ? undefined : kindOf(action)}
      choices={findKinds(text)}
      onSearch={setText}
      onPick={(kind) => list.narrow({ action: kind?.value })}
      className="w-full sm:w-80"
    />
  );
}

const options = {
  columns: [],
  sorting: { orderBy: "", direction: "Desc" },
  filters: [
    textFilter("actorText", m.log_search_actor),
    kindFilter,
    switchFilter("withoutViews", m.log_without_views),
    daysFilter(),
  ],
} as const;

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

interface LogPageProps {
  /** Restricts the log to this vendor or charity. */
  tenantId?: string;
}

/** Audit log: who changed what, and when. */
export function LogPage({ tenantId }: LogPageProps) {
  const list = useListState(options);
  const showEverything = () => {
    focusHeading();
    list.narrow({ subjectId: undefined });
  };
  return (
    <ListPage
      name="history"
      title={m.log_title()}
      list={list}
      searchLabel={m.log_search()}
      query={(state) => logQuery(questionOf(state, tenantId))}
      columns={logColumns}
      idOf={({ id }) => id}
      nameOf={sentenceOf}
      none={m.log_none()}
      notice={
        <>
          <p className="mb-3 text-ink-soft">{m.log_lead()}</p>
          {list.filter("subjectId") !== undefined && (
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <Chip tone="brand">{m.log_only_one()}</Chip>
              <Button size="small" onClick={showEverything}>
                {m.log_show_all()}
              </Button>
            </div>
          )}
        </>
      }
    />
  );
}

/** Audit log of a vendor, for its managers or for administrators. */
export function VendorLogPage() {
  return <LogPage tenantId={useTenant("vid")} />;
}

/** Audit log of a charity, for its managers or for administrators. */
export function CharityLogPage() {
  return <LogPage tenantId={useTenant("cid")} />;
}
