import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { isSound } from "@/lib/dateRange";
import { LogTable } from "@/shared/log/LogTable";
import { logQuery, type LogEntry } from "@/shared/log/queries";
import { focusHeading } from "@/shared/page/focus";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import { Button } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { SearchBox } from "@/ui/SearchBox";
import { KindFilter } from "./KindFilter";

const options = { columns: [], sorting: { orderBy: "", direction: "Desc" } } as const;

interface LogPageProps {
  /** Only what was done in this vendor or charity. */
  tenantId?: string;
}

/** The audit log: who did what, to what, on which days. */
export function LogPage({ tenantId }: LogPageProps) {
  const list = useListState(options);
  const { page, pageSize, searchText } = list;
  const actorText = list.filter("actorText");
  // An action that there is not is refused by the server.
  const action = list.filter("action") as LogEntry["action"] | undefined;
  const subjectId = list.filter("subjectId");
  const range = { startDate: list.filter("startDate") ?? "", endDate: list.filter("endDate") ?? "" };
  const { startDate, endDate } = isSound(range, "open") ? range : { startDate: "", endDate: "" };
  const log = useQuery(
    logQuery({
      pageIndex: page,
      pageSize,
      searchText,
      ...(actorText === undefined ? {} : { actorText }),
      ...(action === undefined ? {} : { action }),
      ...(subjectId === undefined ? {} : { subjectId }),
      ...(tenantId === undefined ? {} : { tenantId }),
      ...(startDate === "" ? {} : { startDate }),
      ...(endDate === "" ? {} : { endDate }),
    }),
  );
  const showEverything = () => {
    focusHeading();
    list.narrow({ subjectId: undefined });
  };
  return (
    <ListPage
      title={m.log_title()}
      add={undefined}
      list={list}
      searchLabel={m.log_search()}
      filters={
        <>
          <SearchBox
            label={m.log_search_actor()}
            value={actorText ?? ""}
            onSearch={(text) => list.narrow({ actorText: text })}
            className="w-full sm:w-80"
          />
          <KindFilter action={action} onPick={(picked) => list.narrow({ action: picked })} />
          <DateRangeFields range={range} ends="open" onRange={(chosen) => list.narrow({ ...chosen })} />
        </>
      }
      found={log.data}
    >
      <p className="mb-3 text-ink-soft">{m.log_lead()}</p>
      {subjectId !== undefined && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <Chip tone="brand">{m.log_only_one()}</Chip>
          <Button size="small" onClick={showEverything}>
            {m.log_show_all()}
          </Button>
        </div>
      )}
      <LogTable entries={log.data?.items} query={log} />
    </ListPage>
  );
}
