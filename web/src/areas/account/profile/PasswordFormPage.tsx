import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { PasswordPair } from "@/areas/account/password/PasswordPair";
import { m } from "@/i18n";
import { FormPasswordField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { toast } from "@/ui/toast";
import { Panel, PanelPage } from "./Panel";
import { sessionsQuery } from "./queries";
import type { PasswordChange } from "./schema";

const rules = async () => (await import("./schema")).passwordChangeSchema();

const nothing: PasswordChange = { currentPassword: "", password: "", confirmPassword: "" };

export function PasswordFormPage() {
  const client = useQueryClient();
  const form = useLateZodForm(rules, nothing);
  const change = useMutation({
    mutationFn: ({ currentPassword, password }: PasswordChange) =>
      call("put", "/api/v1/Accounts/me/password", { body: { currentPassword, password } }),
    onSuccess: async () => {
      form.reset(nothing);
      toast.success(m.profile_password_changed());
      await client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
  });
  return (
    <PanelPage title={m.account_password()} lead={m.profile_password_lead()}>
      <Panel>
        <Form form={form} onSubmit={change.mutateAsync} submitLabel={m.profile_change_password()}>
          <div className="grid max-w-form gap-5">
            <FormPasswordField
              name="currentPassword"
              label={m.profile_current_password()}
              autoComplete="current-password"
            />
            <PasswordPair label={m.account_new_password()} />
          </div>
        </Form>
      </Panel>
    </PanelPage>
  );
}
