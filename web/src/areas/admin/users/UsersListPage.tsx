import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Outlet } from "react-router";
import { m } from "@/i18n";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { SearchBox } from "@/ui/SearchBox";
import { TableFooter } from "@/shared/table/TableFooter";
import { useListState } from "@/shared/table/useListState";
import { EmptyState } from "@/ui/EmptyState";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/LinkButton";
import { Switch } from "@/ui/Switch";
import { usersQuery, type User } from "./queries";
import { SwitchAccountDialog } from "./SwitchAccountDialog";
import { UsersTable } from "./UsersTable";
import { useUsersArea } from "./useUsersArea";

const options = {
  columns: ["name", "email", "createdAt"],
  sorting: { orderBy: "createdAt", direction: "Desc" },
} as const;

/** Who may work here. Adding and managing somebody happen in a sheet beside the list, which is this page's child. */
export function UsersListPage() {
  const list = useListState(options);
  const area = useUsersArea();
  const [asked, setAsked] = useState<User>();
  const showsDeleted = list.filter("isDeleted") === "true";
  const { data: found, isPlaceholderData } = useQuery(
    usersQuery({ ...list, tenantId: area.tenantId, isDeleted: showsDeleted }),
  );
  useLastPage(found, list);

  return (
    <Page title={m.users_title()}>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{m.users_title()}</PageHeading>
        <LinkButton to={area.toAdd} variant="primary" preventScrollReset>
          <Icon name="user-plus" size={20} />
          {m.users_add()}
        </LinkButton>
      </header>
      <div className="mt-6 mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <SearchBox
          label={m.users_search()}
          value={list.searchText}
          onSearch={list.search}
          className="w-full sm:w-80"
        />
        <Switch
          label={m.users_show_deleted()}
          checked={showsDeleted}
          onChange={() => list.narrow({ isDeleted: showsDeleted ? undefined : "true" })}
        />
      </div>
      <UsersTable
        users={found?.items}
        isOutdated={isPlaceholderData}
        showsDeleted={showsDeleted}
        sorting={list.sorting}
        onSort={list.sort}
        onSwitch={setAsked}
        empty={<Nobody searchText={list.searchText} />}
      />
      {found && <TableFooter {...list} total={found.totalItems} onPage={list.showPage} />}
      {asked && <SwitchAccountDialog user={asked} onClose={() => setAsked(undefined)} />}
      <Outlet />
    </Page>
  );
}

function Nobody({ searchText }: { searchText: string }) {
  return (
    <EmptyState scene="nothing-found" title={m.kit_table_empty()}>
      {searchText === "" ? m.users_nobody() : m.users_nobody_found({ text: searchText })}
    </EmptyState>
  );
}

/** A page beyond the last one shows the last one: rows may have gone since the address was written. */
function useLastPage(
  found: { items: readonly User[]; totalPages: number } | undefined,
  { pageSize, page, showPage }: ReturnType<typeof useListState>,
): void {
  const last = found?.totalPages ?? 0;
  const isBeyond = last > 0 && page > last;
  const goBack = useEffectEvent(() => showPage({ page: last, pageSize }));
  useEffect(() => {
    if (isBeyond) goBack();
  }, [isBeyond]);
}
