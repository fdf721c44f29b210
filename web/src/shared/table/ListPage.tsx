import type { ReactNode } from "react";
import { Outlet, type To } from "react-router";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";
import { LinkButton } from "@/ui/LinkButton";
import { SearchBox } from "@/ui/SearchBox";
import { TableFooter } from "./TableFooter";
import { useLastPage } from "./useLastPage";
import type { useListState } from "./useListState";

interface ListPageProps {
  title: string;
  /** The one thing to do here: adding another one. Some lists are only read. */
  add: { to: To; label: string; icon?: IconName } | undefined;
  list: ReturnType<typeof useListState>;
  searchLabel: string;
  /** What is typed into the search and isn't searched for. */
  take?: (text: string) => boolean;
  /** What else narrows the list, beside the search. */
  filters?: ReactNode;
  found: { totalItems: number; totalPages: number } | undefined;
  /** The table, and the dialogs that it opens. */
  children: ReactNode;
  /** What else the page shows, under the list and its pages. */
  below?: ReactNode;
}

/** A list of things that somebody keeps: what narrows it, its rows, its pages; and beside it, its child route's sheet. */
export function ListPage(props: ListPageProps) {
  const { title, add, list, searchLabel, take, filters, found, children, below } = props;
  useLastPage(found, list);
  return (
    <Page title={title}>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{title}</PageHeading>
        {add && (
          <LinkButton to={add.to} variant="primary" preventScrollReset>
            <Icon name={add.icon ?? "plus"} size={20} />
            {add.label}
          </LinkButton>
        )}
      </header>
      <div className="mt-6 mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <SearchBox
          label={searchLabel}
          value={list.searchText}
          onSearch={list.search}
          take={take}
          className="w-full sm:w-80 sm:max-w-120 sm:grow"
        />
        {filters}
      </div>
      {children}
      {found && found.totalItems > 0 && (
        <TableFooter {...list} total={found.totalItems} onPage={list.showPage} />
      )}
      {below}
      <Outlet />
    </Page>
  );
}
