import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { PasswordPair } from "@/areas/account/password/PasswordPair";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { FormPasswordField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { MIN_STAFF_LENGTH, MIN_PASSWORD_LENGTH } from "@/shared/form/passwords";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { useLoaded } from "@/shared/page/useLoaded";
import { toast } from "@/ui/overlay/toast";
import { Panel, PanelPage } from "./Panel";
import { meQuery, sessionsQuery } from "./queries";
import type { PasswordChange } from "./schema";

const rulesFor = (least: number, hasPassword: boolean) => async () =>
  (await import("./schema")).passwordChangeSchema(least, hasPassword);

const nothing: PasswordChange = { currentPassword: "", password: "", confirmPassword: "" };

export function PasswordFormPage() {
  const client = useQueryClient();
  const isStaff = useProfile()?.roles.some((role) => role !== "CONSUMER") ?? false;
  const least = isStaff ? MIN_STAFF_LENGTH : MIN_PASSWORD_LENGTH;
  const { hasPassword } = useLoaded(meQuery());
  const form = useLateZodForm(rulesFor(least, hasPassword), nothing);
  const change = useMutation({
    mutationFn: ({ currentPassword, password }: PasswordChange) =>
      call("put", "/api/v1/Accounts/me/password", {
        body: hasPassword ? { currentPassword, password } : { password },
      }),
    onSuccess: async () => {
      form.reset(nothing);
      toast.success(hasPassword ? m.profile_password_changed() : m.profile_password_set());
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
        client.invalidateQueries({ queryKey: meQuery().queryKey }),
      ]);
    },
  });
  return (
    <PanelPage
      title={m.account_password()}
      lead={hasPassword ? m.profile_password_lead() : m.profile_password_first()}
    >
      <Panel>
        <Form
          form={form}
          onSubmit={change.mutateAsync}
          submitLabel={hasPassword ? m.profile_change_password() : m.profile_set_password()}
        >
          <div className="grid max-w-form gap-5">
            {hasPassword && (
              <FormPasswordField
                name="currentPassword"
                label={m.profile_current_password()}
                autoComplete="current-password"
              />
            )}
            <PasswordPair label={m.account_new_password()} least={least} />
          </div>
        </Form>
      </Panel>
    </PanelPage>
  );
}
