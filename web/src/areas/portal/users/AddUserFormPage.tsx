import { createOnce } from "@/api/createOnce";
import { returnUrls } from "@/api/returnUrls";
import { formValues } from "@/areas/portal/kit/formValues";
import { SheetForm } from "@/areas/portal/kit/SheetForm";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { SideSheet } from "@/ui/rich/SideSheet";
import { hasTenant, isProposal } from "@/areas/portal/kit/people/authority";
import { USERS } from "@/areas/portal/kit/people/queries";
import { userSchema, type UserValues } from "@/areas/portal/kit/people/userSchema";
import { UserFields } from "@/areas/portal/kit/people/UserFields";
import { useUsersArea } from "./useUsersArea";

/** Form that adds a person to the staff; they get an email for choosing a password. */
export function AddUserFormPage() {
  const { tenantId, isCharity, showList } = useUsersArea();
  const isTenantGiven = tenantId !== undefined;
  const profile = useProfile();
  const schema = userSchema({ isTenantGiven });
  const form = useZodForm(
    schema,
    formValues(schema, undefined, { tenantId: tenantId ?? "", roleId: isCharity ? "MANAGER" : "" }),
  );
  const { submit } = useSave({
    save: (values: UserValues) => createOnce("/api/v1/Accounts/invited", { body: invitation(values) }),
    saved: ({ roleId }) => (isProposal(profile, roleId) ? m.users_proposed() : m.users_created()),
    invalidates: USERS,
    onSaved: () => showList(),
  });

  return (
    <Page title={m.users_add()}>
      <SideSheet isOpen onClose={showList} title={m.users_add()}>
        <p className="mb-6 text-ink-soft">{m.users_add_text()}</p>
        <SheetForm form={form} onSubmit={submit} submitLabel={m.users_invite()} onClose={() => showList()}>
          <UserFields isTenantGiven={isTenantGiven} isCharity={isCharity} />
        </SheetForm>
      </SideSheet>
    </Page>
  );
}

function invitation({ tenantId, ...person }: UserValues) {
  return {
    ...person,
    tenantId: hasTenant(person.roleId) ? tenantId : null,
    ...returnUrls(paths.setupPassword(), paths.setupPasswordFailed()),
  };
}
