import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { ListPage } from "@/shared/table/ListPage";
import { useListState } from "@/shared/table/useListState";
import { EmptyState } from "@/ui/EmptyState";
import { Switch } from "@/ui/Switch";
import { Invitations } from "./Invitations";
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
  const users = useQuery(usersQuery({ ...list, tenantId: area.tenantId, isDeleted: showsDeleted }));

  return (
    <ListPage
      title={m.users_title()}
      add={{ to: area.toAdd, label: m.users_add(), icon: "user-plus" }}
      list={list}
      searchLabel={m.users_search()}
      filters={
        <Switch
          label={m.users_show_deleted()}
          checked={showsDeleted}
          onChange={() => list.narrow({ isDeleted: showsDeleted ? undefined : "true" })}
        />
      }
      found={users.data}
      below={<Invitations tenantId={area.tenantId} />}
    >
      <UsersTable
        users={users.data?.items}
        query={users}
        showsDeleted={showsDeleted}
        sorting={list.sorting}
        onSort={list.sort}
        onSwitch={setAsked}
        empty={<Nobody searchText={list.searchText} />}
      />
      {asked && <SwitchAccountDialog user={asked} onClose={() => setAsked(undefined)} />}
    </ListPage>
  );
}

function Nobody({ searchText }: { searchText: string }) {
  return (
    <EmptyState scene="nothing-found" title={m.kit_table_empty()}>
      {searchText === "" ? m.users_nobody() : m.users_nobody_found({ text: searchText })}
    </EmptyState>
  );
}
