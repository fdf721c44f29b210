import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { roleName } from "@/shared/people/roleName";
import type { RowsQuery } from "@/shared/table/Table";
import { LinkButton } from "@/ui/LinkButton";
import { Named } from "./DeskCards";
import { FoundTable, type FoundColumn } from "./FoundTable";
import type { DeskPerson } from "./queries";

function columns(): FoundColumn<DeskPerson>[] {
  return [
    { label: m.field_name(), cell: ({ name, email }) => <Named name={name} email={email} /> },
    {
      label: m.field_role(),
      cell: ({ role, tenantName }) => [roleName(role), tenantName].filter(Boolean).join(", "),
    },
  ];
}

function personAction({ name, email }: DeskPerson) {
  return (
    <LinkButton
      size="small"
      to={{
        pathname: adminPaths.users.list(),
        search: new URLSearchParams({ searchText: email }).toString(),
      }}
      aria-label={m.helpdesk_see_person_one({ name })}
    >
      {m.helpdesk_see_person()}
    </LinkButton>
  );
}

interface DeskPeopleProps {
  people: readonly DeskPerson[] | undefined;
  count: number | undefined;
  query: RowsQuery;
}

export function DeskPeople({ people, count, query }: DeskPeopleProps) {
  return (
    <FoundTable
      title={m.helpdesk_people()}
      things={people}
      count={count}
      query={query}
      none={m.helpdesk_no_people()}
      columns={columns()}
      actions={personAction}
    />
  );
}
