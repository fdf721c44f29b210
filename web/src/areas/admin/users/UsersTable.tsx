import type { ReactNode } from "react";
import { Link } from "react-router";
import { ActionsHeader, EmptySlot, RowActions } from "@/areas/admin/lists/RowActions";
import { SwitchButton } from "@/areas/admin/lists/SwitchButton";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { roleName } from "@/shared/people/roleName";
import { SortHeader, type Sorting } from "@/shared/table/SortHeader";
import { Cell, HeaderCell, Table, type RowsQuery } from "@/shared/table/Table";
import { Chip } from "@/ui/Chip";
import { LinkButton } from "@/ui/LinkButton";
import { isSwitchedOn, maySwitch, mayManage } from "./authority";
import type { User } from "./queries";
import { ActiveChip } from "./UserChips";
import { useUsersArea } from "./useUsersArea";

interface UsersTableProps {
  users: readonly User[] | undefined;
  query: RowsQuery;
  /** With closed accounts, and a column that tells them apart. */
  showsDeleted: boolean;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onSwitch: (user: User) => void;
  empty: ReactNode;
}

/** A row for each role of each person. */
export function UsersTable({
  users,
  query,
  showsDeleted,
  sorting,
  onSort,
  onSwitch,
  empty,
}: UsersTableProps) {
  const header = (
    <>
      <SortHeader column="name" sorting={sorting} onSort={onSort}>
        {m.field_name()}
      </SortHeader>
      <SortHeader column="email" sorting={sorting} onSort={onSort}>
        {m.field_email()}
      </SortHeader>
      <HeaderCell>{m.field_role()}</HeaderCell>
      <HeaderCell>{m.lists_active()}</HeaderCell>
      {showsDeleted && <HeaderCell>{m.users_deleted()}</HeaderCell>}
      <ActionsHeader />
    </>
  );
  return (
    <Table
      caption={m.users_title()}
      header={header}
      columnCount={showsDeleted ? 6 : 5}
      query={query}
      isStacking
      empty={empty}
      rows={users?.map((user) => (
        <UserRow key={user.userRoleId} user={user} showsDeleted={showsDeleted} onSwitch={onSwitch} />
      ))}
    />
  );
}

interface UserRowProps extends Pick<UsersTableProps, "showsDeleted" | "onSwitch"> {
  user: User;
}

function UserRow({ user, showsDeleted, onSwitch }: UserRowProps) {
  const { tenantId } = useUsersArea();
  return (
    <tr>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {user.displayName}
          {user.isInvited && <Chip tone="brand">{m.users_invited()}</Chip>}
        </span>
      </Cell>
      <Cell label={m.field_email()} isLong>
        <EmailAddress address={user.email} />
      </Cell>
      <Cell label={m.field_role()}>
        <span className="block leading-snug">{roleName(user.role)}</span>
        {tenantId === undefined && user.tenantName && (
          <span className="block text-sm leading-snug text-ink-soft">{user.tenantName}</span>
        )}
      </Cell>
      <Cell isStatus>
        <ActiveChip user={user} />
      </Cell>
      {showsDeleted && (
        <Cell label={m.users_deleted()}>
          {user.isDeleted ? (
            <Chip tone="danger">{m.users_deleted()}</Chip>
          ) : (
            <span className="text-ink-soft">{m.users_not_deleted()}</span>
          )}
        </Cell>
      )}
      <RowActions>
        <Actions user={user} onSwitch={onSwitch} />
      </RowActions>
    </tr>
  );
}

/** Each action says in its name whom it is about: out of sight of the row, "Manage" alone says nothing. */
function Actions({ user, onSwitch }: Pick<UserRowProps, "user" | "onSwitch">) {
  const { toUser } = useUsersArea();
  const profile = useProfile();
  if (!profile) return null;
  if (user.id === profile.userId) {
    return (
      <span className="flex items-center gap-3">
        <Chip>{m.users_yourself()}</Chip>
        <Link to={paths.account()} className="shell-link">
          {m.users_own_account()}
        </Link>
      </span>
    );
  }
  return (
    <>
      {maySwitch(profile, user) && (
        <SwitchButton
          name={user.displayName}
          isActive={isSwitchedOn(user, isAdministrator(profile))}
          onPress={() => onSwitch(user)}
        />
      )}
      {mayManage(profile, user) ? (
        <LinkButton
          size="small"
          to={toUser(user.id, user.userRoleId)}
          aria-label={m.users_manage_one({ name: user.displayName })}
          preventScrollReset
        >
          {m.users_manage()}
        </LinkButton>
      ) : (
        <EmptySlot label={m.users_manage()} />
      )}
    </>
  );
}
