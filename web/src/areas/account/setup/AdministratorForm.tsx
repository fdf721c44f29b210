import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { PasswordPair } from "@/areas/account/password/PasswordPair";
import { signInIfEnough } from "@/areas/account/sign-in/signInIfEnough";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { MIN_STAFF_LENGTH } from "@/shared/form/passwords";
import { useLateZodForm } from "@/shared/form/useZodForm";
import type { Administrator } from "./schema";

const rules = async () => (await import("./schema")).administratorSchema();

const nobody: Administrator = { firstName: "", lastName: "", email: "", password: "", confirmPassword: "" };

interface AdministratorFormProps {
  /** Key from the opened link. */
  setupKey: string;
  onDeadLink: () => void;
}

/** Creates the first administrator and signs them in. The next page asks for a passkey or an authenticator app. */
export function AdministratorForm({ setupKey, onDeadLink }: AdministratorFormProps) {
  const navigate = useNavigate();
  const form = useLateZodForm(rules, nobody);
  const { mutateAsync } = useMutation({
    mutationFn: ({ confirmPassword: _repeated, ...administrator }: Administrator) =>
      callAsNobody("post", "/api/v1/Setup/administrator", { body: { ...administrator, key: setupKey } }),
    onSuccess: async (_answer, { email, password }) => {
      await signInIfEnough({ email, password });
      await navigate(paths.accountSecurity(), { replace: true });
    },
    onError: (error) => {
      // The server replies NOT_FOUND if another person was faster.
      if (error instanceof ApiError && ["DEAD_LINK", "NOT_FOUND"].includes(error.errorCode)) onDeadLink();
    },
  });
  return (
    <Form form={form} onSubmit={mutateAsync} submitLabel={m.setup_create()} isUnguarded isWholePage>
      <div className="grid gap-5">
        <FormTextField name="firstName" label={m.field_first_name()} autoComplete="given-name" />
        <FormTextField name="lastName" label={m.field_last_name()} autoComplete="family-name" />
        <FormEmailField name="email" label={m.field_email()} autoComplete="username" />
        <PasswordPair label={m.account_password()} least={MIN_STAFF_LENGTH} />
      </div>
    </Form>
  );
}
