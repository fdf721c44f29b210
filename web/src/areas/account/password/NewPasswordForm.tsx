import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { MIN_STAFF_LENGTH, MIN_PASSWORD_LENGTH } from "@/shared/form/passwords";
import type { MailedCode } from "./mailedCode";
import { PasswordPair } from "./PasswordPair";

const rulesFor = (least: number) => async () => (await import("./schema")).newPasswordSchema(least);

interface NewPasswordFormProps extends MailedCode {
  onDone: (password: string) => unknown;
  /** Called with `true` when the password is sent, and with `false` if the server refuses it. */
  onSending?: (isUnderWay: boolean) => void;
  /** Called when the link is invalid, which no other input could mend. */
  onDeadLink: () => unknown;
}

function isDeadLink(error: Error): boolean {
  return error instanceof ApiError && (error.errorCode === "DEAD_LINK" || "code" in error.fields);
}

export function NewPasswordForm({
  code,
  email,
  purpose,
  onDone,
  onSending,
  onDeadLink,
}: NewPasswordFormProps) {
  // Invited and approved people are staff, who need a longer password. For others the server decides.
  const least = purpose === "Invite" || purpose === "Approval" ? MIN_STAFF_LENGTH : MIN_PASSWORD_LENGTH;
  const form = useLateZodForm(rulesFor(least), { password: "", confirmPassword: "" });
  const { mutateAsync } = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call("post", "/api/v1/Accounts/passworded", {
        // The code is URL-encoded twice, here and by `call`, as the API expects it.
        query: { code: encodeURIComponent(code) },
        body: { email, password, ...(purpose && { setPasswordPurpose: purpose }) },
      }),
    onMutate: () => onSending?.(true),
    onSuccess: (_answer, { password }) => onDone(password),
    onError: (error) => {
      onSending?.(false);
      if (isDeadLink(error)) onDeadLink();
    },
  });

  return (
    <Form form={form} onSubmit={mutateAsync} submitLabel={m.account_reset_submit()} isUnguarded isWholePage>
      <div className="grid gap-5">
        {/* Password managers store the password under this address. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordPair label={m.account_new_password()} least={least} />
      </div>
    </Form>
  );
}
