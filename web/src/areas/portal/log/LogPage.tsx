import { useState } from "react";
import { useTenant } from "@/shared/page/useTenant";
import { m } from "@/i18n";
import { findKinds, kindOf } from "@/features/log/kinds";
import { logColumns } from "@/features/log/logColumns";
import { sentenceOf } from "@/features/log/labels";
import { focusHeading } from "@/shared/page/focus";
import { daysFilter, switchFilter, textFilter, type Filter } from "@/shared/table/filters";
import { ListPage } from "@/shared/table/ListPage";
import { NEWEST_FIRST } from "@/shared/table/listState";
import { useListState, type List } from "@/shared/table/useListState";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { Combobox } from "@/ui/rich/Combobox";
import { actionOf, listedLog } from "./queries";

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
  ...NEWEST_FIRST,
  filters: [
    textFilter("actorText", m.log_search_actor),
    kindFilter,
    switchFilter("withoutViews", m.log_without_views),
    daysFilter(),
  ],
} as const;

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
      query={(state) => listedLog(state, tenantId)}
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
