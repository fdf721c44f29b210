import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { call } from "@/api/client";
import { ConflictNotice } from "@/areas/admin/kit/ConflictNotice";
import { useEdit } from "@/areas/admin/kit/useEdit";
import { useSave } from "@/areas/admin/kit/useSave";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { can, isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { Form } from "@/shared/form/Form";
import { Page } from "@/shared/page/Page";
import { tellError } from "@/shared/page/tellError";
import { roleName } from "@/shared/people/roleName";
import { Button } from "@/ui/Button";
import { SideSheet } from "@/ui/rich/SideSheet";
import { SkeletonGroup, SkeletonText } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { hasPage, hasTenant, isProposal } from "@/areas/admin/kit/people/authority";
import { userQuery, USERS, type EditedUser, type User } from "@/areas/admin/kit/people/queries";
import { ClosingRequest } from "./ClosingRequest";
import { RoleSwitch } from "./RoleSwitch";
import { userSchema, userValues, type UserValues } from "./schema";
import { SecondFactors } from "./SecondFactors";
import { SendMailButton } from "./SendMailButton";
import { UserFields } from "./UserFields";
import { USER_ROLE, useUsersArea } from "./useUsersArea";

/** Changes somebody's name and one of their roles, and helps them in when they can't get in. */
export function ManageUserFormPage() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const { showList } = useUsersArea();
  const { data: person, isLoadingError, error } = useQuery(userQuery(id));
  const asked = query.get(USER_ROLE);
  const user = person?.roles.find(({ userRoleId }) => userRoleId === asked) ?? person?.roles[0];
  // Whose second step was just reset stays in sight, with what was done.
  const [opened, setOpened] = useState<string>();
  if (user && hasPage(user) && opened !== user.id) setOpened(user.id);
  const hasNone = user !== undefined && !hasPage(user) && opened !== user.id;

  const leave = useEffectEvent(() => {
    if (hasNone) toast.error(m.users_consumer());
    else tellError(error);
    showList({ replace: true });
  });
  useEffect(() => {
    if (isLoadingError || hasNone) leave();
  }, [isLoadingError, hasNone]);

  return (
    <Page title={m.users_manage_title()}>
      <SideSheet isOpen onClose={showList} title={user?.displayName ?? m.users_manage_title()}>
        {user && !hasNone ? (
          <>
            <ClosingRequest
              user={user}
              roles={person?.roles ?? []}
              refusal={person?.closingRefusal ?? null}
              onClosed={showList}
            />
            {user.role === "CONSUMER" ? (
              <Consumer user={user} />
            ) : (
              <ManagedUser key={user.userRoleId} user={user} mayRename={person?.mayRename ?? false} />
            )}
          </>
        ) : (
          <SkeletonGroup>
            <SkeletonText lines={6} />
          </SkeletonGroup>
        )}
      </SideSheet>
    </Page>
  );
}

function Consumer({ user }: { user: User }) {
  return (
    <>
      <p className="text-ink-soft">{m.users_consumer()}</p>
      <SecondFactors user={user} />
    </>
  );
}

function ManagedUser({ user, mayRename }: { user: EditedUser; mayRename: boolean }) {
  const { tenantId, showList } = useUsersArea();
  const isTenantGiven = tenantId !== undefined;
  const profile = useProfile();
  const edit = useEdit(user, {
    query: userQuery(user.id),
    recordOf: ({ roles }) => roles.find(({ userRoleId }) => userRoleId === user.userRoleId) ?? user,
    schema: () => userSchema({ isTenantGiven }),
    valuesOf: userValues,
  });
  // A role elsewhere is offered first.
  const isMove = ({ roleId, tenantId: chosen }: UserValues) =>
    (hasTenant(roleId) ? chosen : null) !== (edit.began.tenantId ?? null);
  const { submit } = useSave({
    save: ({ firstName, lastName, roleId, tenantId: tenant }: UserValues) =>
      call("put", "/api/v1/Accounts/{id}", {
        path: { id: user.id },
        version: edit.began.version,
        body: {
          firstName,
          lastName,
          roleId,
          tenantId: hasTenant(roleId) ? tenant : null,
          userRoleId: user.userRoleId,
        },
      }),
    saved: (values) => {
      if (!isMove(values)) return m.users_edited();
      return isProposal(profile, values.roleId) ? m.users_proposed() : m.users_move_offered();
    },
    invalidates: USERS,
    edit,
    onSaved: () => showList(),
  });
  const { tenantId: began, tenantName } = edit.began;
  const tenant = began && tenantName ? { value: began, text: tenantName } : undefined;

  return (
    <>
      <Form
        form={edit.form}
        onSubmit={submit}
        submitLabel={m.kit_save()}
        aside={
          <Button variant="quiet" onClick={() => showList()}>
            {m.kit_cancel()}
          </Button>
        }
      >
        <ConflictNotice
          conflict={edit.conflict}
          texts={{
            roleId: roleName,
            tenantId: (id) => (id === began && tenantName) || m.users_chosen_tenant(),
          }}
        />
        <UserFields
          isEmailFixed
          isNameFixed={!mayRename}
          nameHint={isAdministrator(profile) ? undefined : m.users_name_once()}
          isTenantGiven={isTenantGiven}
          tenant={tenant}
        />
      </Form>
      <section className="mt-8 border-t border-line pt-6">
        <h3 className="text-lg">{m.users_access()}</h3>
        <RoleSwitch user={user} />
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <SendMailButton user={user} />
          {can(profile, "helpCustomers") && (
            <Link to={adminPaths.logOf(user.id)} className="inline-flex min-h-11 items-center">
              {m.log_of_this()}
            </Link>
          )}
        </div>
      </section>
      <SecondFactors user={user} />
    </>
  );
}
