import { call } from "@/api/client";
import { formValues } from "@/areas/portal/kit/formValues";
import { SheetForm } from "@/areas/portal/kit/SheetForm";
import { useEdit } from "@/areas/portal/kit/useEdit";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { roleName } from "@/features/people/roleName";
import { hasTenant, isProposal } from "./authority";
import { userQuery, USERS, type EditedUser } from "./queries";
import { UserFields } from "./UserFields";
import { userSchema, type UserValues } from "./userSchema";

interface RoleFormProps {
  user: EditedUser;
  mayRename: boolean;
  /** Whether the page is about one vendor or charity. */
  isTenantGiven: boolean;
  isCharity?: boolean;
  onDone: () => void;
}

/** Form for a person's name and one of their roles. */
export function RoleForm({ user, mayRename, isTenantGiven, isCharity, onDone }: RoleFormProps) {
  const profile = useProfile();
  const edit = useEdit(user, {
    query: userQuery(user.id),
    recordOf: ({ roles }) => roles.find(({ userRoleId }) => userRoleId === user.userRoleId) ?? user,
    schema: () => userSchema({ isTenantGiven }),
    valuesOf: (person) => formValues(userSchema({ isTenantGiven }), person),
  });
  // The person must accept a role at another tenant.
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
    onSaved: onDone,
  });
  const { tenantId: began, tenantName } = edit.began;
  const tenant = began && tenantName ? { value: began, text: tenantName } : undefined;
  return (
    <SheetForm
      form={edit.form}
      onSubmit={submit}
      conflict={edit.conflict}
      texts={{
        roleId: roleName,
        tenantId: (id) => (id === began && tenantName) || m.users_chosen_tenant(),
      }}
      onClose={onDone}
    >
      <UserFields
        isEmailFixed
        isNameFixed={!mayRename}
        nameHint={isAdministrator(profile) ? undefined : m.users_name_once()}
        isTenantGiven={isTenantGiven}
        isCharity={isCharity}
        tenant={tenant}
      />
    </SheetForm>
  );
}
