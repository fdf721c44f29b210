import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createOnce } from "@/api/createOnce";
import { invalidate } from "@/api/reading";
import { returnUrls } from "@/api/returnUrls";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { Button } from "@/ui/form/Button";
import { SideSheet } from "@/ui/rich/SideSheet";
import { toast } from "@/ui/overlay/toast";
import { hasTenant, isProposal } from "@/areas/portal/kit/people/authority";
import { USERS } from "@/areas/portal/kit/people/queries";
import { userSchema, type UserValues } from "@/areas/portal/kit/people/userSchema";
import { UserFields } from "@/areas/portal/kit/people/UserFields";
import { useUsersArea } from "./useUsersArea";

/** Form that adds a person to the staff; they get an email for choosing a password. */
export function AddUserFormPage() {
  const { tenantId, showList } = useUsersArea();
  const isTenantGiven = tenantId !== undefined;
  const profile = useProfile();
  const client = useQueryClient();
  const form = useZodForm(userSchema({ isTenantGiven }), {
    firstName: "",
    lastName: "",
    email: "",
    roleId: "",
    tenantId: tenantId ?? "",
  });
  const invite = useMutation({
    mutationFn: (values: UserValues) => createOnce("/api/v1/Accounts/invited", { body: invitation(values) }),
    onSuccess: async (_, { roleId }) => {
      toast.success(isProposal(profile, roleId) ? m.users_proposed() : m.users_created());
      await invalidate(client, USERS);
      showList();
    },
  });

  return (
    <Page title={m.users_add()}>
      <SideSheet isOpen onClose={showList} title={m.users_add()}>
        <p className="mb-6 text-ink-soft">{m.users_add_text()}</p>
        <Form
          form={form}
          onSubmit={invite.mutateAsync}
          submitLabel={m.users_invite()}
          aside={
            <Button variant="quiet" onClick={() => showList()}>
              {m.kit_cancel()}
            </Button>
          }
        >
          <UserFields isTenantGiven={isTenantGiven} />
        </Form>
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
