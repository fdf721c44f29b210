import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useOutlet, type To } from "react-router";
import { m } from "@/i18n";
import { Page } from "@/shared/page/Page";
import { usePageActions } from "@/shared/page/pageActions";
import { PageHeading } from "@/shared/page/PageHeading";
import { showErrorToast } from "@/shared/page/showErrorToast";
import type { ListState, Paged } from "./listState";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";
import { LinkButton } from "@/ui/form/LinkButton";
import { SearchBox } from "@/ui/form/SearchBox";
import { toast } from "@/ui/overlay/toast";
import { asQuery, type AnyQuery } from "./anyQuery";
import { DataTable, type Column } from "./DataTable";
import { FilterBadges } from "./filters";
import { readAll } from "./readAll";
import { SavedViewsMenu } from "./SavedViewsMenu";
import { TableFooter } from "./TableFooter";
import { useLastPage, type List } from "./useListState";
import { useView } from "./view";
import { ViewMenu } from "./ViewMenu";

interface ListPageProps<Row> {
  /** Key under which the list's view is stored, and name of its exported file. */
  name: string;
  title: string;
  lead?: ReactNode;
  /** Link that adds a record; absent from read-only lists. */
  add?: { to: To; label: string; icon?: IconName } | undefined;
  list: List;
  /** Label of the search field; absent if the list has no search. */
  searchLabel?: string | undefined;
  /** Handles text typed into the search field that is not a search term. Returns whether it did. */
  take?: (text: string) => boolean;
  query: (list: ListState) => AnyQuery<Paged<Row>>;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  linkOf?: (row: Row) => To | undefined;
  linkState?: () => unknown;
  /** Content for a list without any rows, before filtering. */
  none: ReactNode;
  /** Actions on the selected rows. `done` gets the rows that stay selected. */
  bulk?: (rows: readonly Row[], done: (left: readonly Row[]) => void) => ReactNode;
  /** Whether selecting rows and exporting are disabled. */
  isReadOnly?: boolean;
  /** Content between the filters and the rows. */
  notice?: ReactNode;
  /** Dialogs of the rows, and other content of the page. */
  children?: ReactNode;
}

/** Number of filters shown at once on a phone: more would leave no room for rows. */
const FEW_FILTERS = 2;
const MAX_CHOSEN = 500;
/**
 * Rows per call of an export. The server treats so large a page as a download, which needs proof of
 * identity if the list contains people.
 */
const EXPORT_PAGE_SIZE = 1000;
const MAX_EXPORTED = 10_000;

/** A list page: search, filters, rows and paging, and the child route's sheet beside them. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { name, title, lead, add, list, searchLabel, take, query, columns, idOf, nameOf } = props;
  const { actions, linkOf, linkState, none, bulk, isReadOnly = false, notice, children } = props;
  const client = useQueryClient();
  const found = useQuery(asQuery(query(list)));
  const view = useView(name);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const [isFiltering, setIsFiltering] = useState(false);
  useLastPage(found.data, list);
  const total = found.data?.totalItems ?? 0;

  const choose = (rows: ReadonlyMap<string, Row>) => {
    if (rows.size > MAX_CHOSEN) toast.info(m.lists_selected_most({ most: MAX_CHOSEN }));
    setChosen(new Map([...rows].slice(0, MAX_CHOSEN)));
  };
  const save = async (rows: readonly Row[]) => {
    const { saveCsv } = await import("./csv");
    const written = columns.filter(({ text }) => text !== undefined);
    saveCsv(
      name,
      written.map(({ label }) => label()),
      rows.map((row) => written.map(({ text }) => text?.(row))),
    );
  };
  const fetchPage = (number: number, pageSize: number) =>
    client.fetchQuery({ ...asQuery(query({ ...list, page: number, pageSize })), gcTime: 0 });
  const chooseAll = async () => {
    try {
      const { items } = await fetchPage(1, MAX_CHOSEN);
      choose(new Map(items.map((row) => [idOf(row), row])));
      if (total > MAX_CHOSEN) toast.info(m.lists_selected_most({ most: MAX_CHOSEN }));
    } catch (error) {
      showErrorToast(error);
    }
  };
  const saveAll = async () => {
    setIsSaving(true);
    try {
      const page = (number: number) => fetchPage(number, EXPORT_PAGE_SIZE);
      const all = await readAll(page, idOf, MAX_EXPORTED / EXPORT_PAGE_SIZE);
      await save(all.rows);
      if (all.hasMoved) toast.info(m.lists_exported_moved());
      if (all.totalItems > MAX_EXPORTED) toast.info(m.lists_exported_most({ most: MAX_EXPORTED }));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setIsSaving(false);
    }
  };

  usePageActions([
    ...(add ? [{ label: add.label, icon: add.icon ?? "plus", to: add.to } as const] : []),
    ...(list.isNarrowed ? [{ label: m.palette_clear(), icon: "x", run: list.clear } as const] : []),
    ...(isReadOnly || total === 0
      ? []
      : [{ label: m.lists_export(), icon: "download", run: () => void saveAll() } as const]),
  ]);

  // A form beside the list sets the document's title while it is open.
  const form = useOutlet();
  return (
    <>
      {!form && <Page title={title} />}
      <header className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{title}</PageHeading>
        {add && (
          <LinkButton to={add.to} variant="primary" preventScrollReset>
            <Icon name={add.icon ?? "plus"} size={20} />
            {add.label}
          </LinkButton>
        )}
      </header>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <div className="mt-6 mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        {searchLabel !== undefined && (
          <SearchBox
            label={searchLabel}
            value={list.searchText}
            onSearch={list.search}
            take={take}
            className="w-full sm:w-80 sm:max-w-120 sm:grow"
          />
        )}
        {list.filters.length > FEW_FILTERS && (
          <Button
            className="sm:hidden"
            aria-expanded={isFiltering}
            onClick={() => setIsFiltering(!isFiltering)}
          >
            {m.lists_filters()}
            <Icon name="chevron-down" size={20} className={cx(isFiltering && "rotate-180")} />
          </Button>
        )}
        <div className={cx("contents", list.filters.length > FEW_FILTERS && !isFiltering && "max-sm:hidden")}>
          {list.filters.map(({ control }) => control?.(list))}
        </div>
        {!isReadOnly && (
          <div className="ml-auto flex gap-2">
            <SavedViewsMenu name={name} list={list} view={view} />
            <div className="flex gap-2 max-md:hidden">
              <ViewMenu columns={columns} view={view} />
              <Button variant="quiet" isBusy={isSaving} disabled={total === 0} onClick={() => void saveAll()}>
                <Icon name="download" size={20} />
                {m.lists_export()}
              </Button>
            </div>
          </div>
        )}
      </div>
      <FilterBadges list={list} />
      {notice}
      {chosen.size > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-2" role="group" aria-label={m.lists_selection()}>
          <p className="mr-2 font-semibold" aria-live="polite">
            {m.lists_selected({ count: chosen.size })}
          </p>
          {chosen.size < Math.min(total, MAX_CHOSEN) && (
            <Button size="small" variant="quiet" onClick={() => void chooseAll()}>
              {m.lists_select_everything({ count: total })}
            </Button>
          )}
          {bulk?.([...chosen.values()], (left) => setChosen(new Map(left.map((row) => [idOf(row), row]))))}
          <Button size="small" onClick={() => void save([...chosen.values()]).catch(showErrorToast)}>
            {m.lists_export_selected()}
          </Button>
          <Button size="small" variant="quiet" onClick={() => setChosen(new Map())}>
            {m.lists_select_none()}
          </Button>
        </div>
      )}
      <div className="figures [main:has([data-refused-days])_&]:opacity-50">
        <DataTable
          caption={title}
          columns={columns}
          rows={found.data?.items}
          idOf={idOf}
          query={found}
          page={list.page}
          sorting={list.sorting}
          onSort={list.sort}
          view={view}
          selection={isReadOnly ? undefined : { rows: chosen, select: choose, nameOf }}
          actions={actions}
          linkOf={linkOf}
          linkState={linkState}
          empty={<NothingFound list={list}>{none}</NothingFound>}
        />
      </div>
      {total > 0 && <TableFooter {...list} total={total} onPage={list.showPage} />}
      {children}
      {form}
    </>
  );
}

/** Message for an empty list, or for filters without results. */
function NothingFound({ list, children }: { list: List; children: ReactNode }) {
  if (!list.isNarrowed) {
    return (
      <EmptyState scene="nothing-found" title={m.kit_table_empty()}>
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      scene="nothing-found"
      title={m.kit_table_empty()}
      action={<Button onClick={list.clear}>{m.lists_clear()}</Button>}
    >
      {list.active.length > 0 ? m.lists_no_match_text() : m.lists_nothing_found({ text: list.searchText })}
    </EmptyState>
  );
}
