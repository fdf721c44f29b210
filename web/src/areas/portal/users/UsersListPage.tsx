import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { BulkSwitch } from "@/areas/portal/kit/BulkSwitch";
import { collection } from "@/areas/portal/kit/calls";
import { editAction, switchAction } from "@/areas/portal/kit/status";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { managePath } from "@/areas/portal/kit/people/managePath";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { paths } from "@/paths";
import { can, isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { EmailAddress } from "@/features/people/EmailAddress";
import { roleName } from "@/features/people/roleName";
import type { Column } from "@/shared/table/DataTable";
import { ListPage } from "@/shared/table/ListPage";
import { RowMenu } from "@/shared/table/RowMenu";
import { useListState } from "@/shared/table/useListState";
import { Chip, StatusChip } from "@/ui/list/Chip";
import { isSwitchedOn, mayManage, maySwitch } from "@/areas/portal/kit/people/authority";
import { userFilters } from "./filters";
import { Invitations } from "./Invitations";
import { setAccountStatus, USERS, type User } from "@/areas/portal/kit/people/queries";
import { listedUsers, usersOrder } from "./queries";
import { SwitchAccountDialog } from "@/areas/portal/kit/people/SwitchAccountDialog";
import { useUsersArea } from "./useUsersArea";

const vendors = collection("/api/v1/Vendors");

/** Returns the state of a person's role, or the reason why they can't work in it. */
function standingOf({ lockoutEnabled, roleIsActive }: User) {
  if (lockoutEnabled) return { isOn: false, word: m.lists_inactive() };
  if (!roleIsActive) return { isOn: false, word: m.users_role_inactive(), tone: "warning" } as const;
  return { isOn: true, word: m.lists_active() };
}

const deletedColumn: Column<User> = {
  id: "isDeleted",
  label: m.users_deleted,
  text: ({ isDeleted }) => (isDeleted ? m.users_deleted() : m.users_not_deleted()),
  cell: ({ isDeleted }) =>
    isDeleted ? (
      <Chip tone="danger">{m.users_deleted()}</Chip>
    ) : (
      <span className="text-ink-soft">{m.users_not_deleted()}</span>
    ),
};

interface Shown {
  ownId: string | undefined;
  showsTenant: boolean;
  showsDeleted: boolean;
  showsVisits: boolean;
}

const seenColumn: Column<User> = {
  id: "lastSeenAt",
  label: m.users_seen,
  isDeskOnly: true,
  className: "whitespace-nowrap",
  text: ({ lastSeenAt }) => lastSeenAt ?? "",
  cell: ({ lastSeenAt }) => (lastSeenAt === null ? "–" : formatDay(lastSeenAt)),
};

function columnsOf({ ownId, showsTenant, showsDeleted, showsVisits }: Shown): Column<User>[] {
  const tenantOf = ({ tenantName }: User) => (showsTenant ? tenantName : null);
  return [
    {
      id: "name",
      label: m.field_name,
      isSortable: true,
      text: ({ displayName }) => displayName,
      cell: ({ id, displayName, isInvited, closingAskedAt }) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {displayName}
          {isInvited && <Chip tone="brand">{m.users_invited()}</Chip>}
          {closingAskedAt !== null && <Chip tone="warning">{m.users_asks_to_close()}</Chip>}
          {id === ownId && <Chip>{m.users_yourself()}</Chip>}
        </span>
      ),
    },
    {
      id: "email",
      label: m.field_email,
      isSortable: true,
      isPlain: true,
      text: ({ email }) => email,
      cell: ({ email }) => <EmailAddress address={email} />,
    },
    {
      id: "role",
      label: m.field_role,
      isPlain: true,
      text: (user) => [roleName(user.role), tenantOf(user)].filter(Boolean).join(", "),
      cell: (user) => (
        <>
          <span className="leading-snug md:block">{roleName(user.role)}</span>{" "}
          <span className="text-sm leading-snug text-ink-soft md:block">{tenantOf(user)}</span>
        </>
      ),
    },
    {
      id: "isActive",
      label: m.lists_active,
      isStatus: true,
      text: (user) => standingOf(user).word,
      cell: (user) => {
        const { word, ...chip } = standingOf(user);
        return <StatusChip {...chip}>{word}</StatusChip>;
      },
    },
    ...(showsVisits ? [seenColumn] : []),
    ...(showsDeleted ? [deletedColumn] : []),
  ];
}

/**
 * List of staff: a row for each role of each person. Adding and managing happen in a sheet beside
 * it, the child route.
 */
export function UsersListPage() {
  const profile = useProfile();
  const isAbove = profile !== undefined && isAdministrator(profile);
  const list = useListState({ ...usersOrder, filters: userFilters(isAbove) });
  const { tenantId, toAdd, toUser } = useUsersArea();
  const { vid = "" } = useParams();
  const shop = useQuery({ ...vendors.oneQuery(vid), enabled: vid !== "" });
  const originHere = useOriginHere();
  const [asked, setAsked] = useState<User>();
  const showsDeleted = list.filter("isDeleted") === "true";
  const linkOf = (user: User) => {
    if (user.id === profile?.userId) return paths.account();
    // Administrators open the person's own page.
    if (can(profile, "helpCustomers")) return user.isDeleted ? undefined : adminPaths.person(user.id);
    return profile && mayManage(profile, user) ? toUser(user.id, user.userRoleId) : undefined;
  };

  return (
    <ListPage
      name="users"
      title={m.users_title()}
      add={{ to: toAdd, label: m.users_add(), icon: "user-plus" }}
      list={list}
      searchLabel={m.users_search()}
      query={(state) => listedUsers(state, tenantId, isAbove)}
      columns={columnsOf({
        ownId: profile?.userId,
        showsTenant: tenantId === undefined,
        showsDeleted,
        showsVisits: isAbove,
      })}
      idOf={({ userRoleId }) => userRoleId}
      nameOf={({ displayName }) => displayName}
      linkOf={linkOf}
      linkState={originHere}
      actions={(user) => <Actions user={user} onSwitch={setAsked} />}
      none={shop.data?.closedAt ? m.tenants_closed_staff() : m.users_nobody()}
      bulk={(users, done) => <SwitchAccounts users={users} onDone={done} />}
    >
      {asked && <SwitchAccountDialog user={asked} onClose={() => setAsked(undefined)} />}
      <Invitations tenantId={tenantId} />
    </ListPage>
  );
}

interface SwitchAccountsProps {
  users: readonly User[];
  /** Called with the users that could not be changed. */
  onDone: (left: readonly User[]) => void;
}

/**
 * Activates or deactivates the selected people. A person listed with several roles is changed once.
 */
function SwitchAccounts({ users, onDone }: SwitchAccountsProps) {
  const profile = useProfile();
  if (!profile) return null;
  const isWhole = isAdministrator(profile);
  const byEmail = new Map(
    users
      .filter((user) => maySwitch(profile, user))
      .map((user) => [
        user.email,
        { id: user.email, name: user.displayName, isActive: isSwitchedOn(user, isWhole) },
      ]),
  );
  return (
    <BulkSwitch
      rows={[...byEmail.values()]}
      nameOf={({ name, id }) => `${name} (${id})`}
      labels={
        isWhole
          ? { activate: m.users_bulk_activate_text, deactivate: m.users_bulk_deactivate_text }
          : { activate: m.users_bulk_role_on_text, deactivate: m.users_bulk_role_off_text }
      }
      setStatus={setAccountStatus}
      invalidates={USERS}
      onDone={(left) => onDone(users.filter(({ email }) => left.some(({ id }) => id === email)))}
    />
  );
}

interface ActionsProps {
  user: User;
  onSwitch: (user: User) => void;
}

function Actions({ user, onSwitch }: ActionsProps) {
  const { tenantId, toUser } = useUsersArea();
  const originHere = useOriginHere();
  const profile = useProfile();
  if (!profile) return null;
  return (
    <RowMenu
      name={user.displayName}
      actions={[
        ...(mayManage(profile, user)
          ? [
              tenantId === undefined
                ? {
                    label: m.users_manage(),
                    icon: "pencil" as const,
                    to: managePath(user.id, user.userRoleId),
                    state: originHere(),
                  }
                : { ...editAction(toUser(user.id, user.userRoleId)), label: m.users_manage() },
            ]
          : []),
        ...(maySwitch(profile, user)
          ? [switchAction(isSwitchedOn(user, isAdministrator(profile)), () => onSwitch(user))]
          : []),
      ]}
    />
  );
}
