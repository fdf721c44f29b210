import { useMutation } from "@tanstack/react-query";
import { Link, Navigate, useNavigate } from "react-router";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { paths } from "@/paths";
import type { AddresseeState } from "@/areas/account/addressee";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { useMailedCode } from "@/areas/account/password/mailedCode";
import { signInIfEnough } from "@/areas/account/sign-in/signInIfEnough";
import { FormPasswordField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";

const rules = async () => (await import("./schema")).confirmSchema();

/** Returns the path of a URL on this host, or `undefined` for another host, where the browser must navigate. */
function pageOf(url: string): string | undefined {
  const { origin, pathname, search } = new URL(url);
  return origin === location.origin ? pathname + search : undefined;
}

/**
 * Page behind the link in the registration email. Opening it confirms nothing, because mail scanners open links, too. The
 * shopper types the password of the registration, because someone else may have registered this address.
 */
export function ConfirmEmailFormPage() {
  const mailed = useMailedCode();
  const navigate = useNavigate();
  const form = useLateZodForm(rules, { password: "" });
  const { mutateAsync } = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call("post", "/api/v1/Accounts/confirmed", { body: { code: mailed?.code ?? "", password } }),
    onSuccess: async ({ successReturnUrl }, { password }) => {
      await signInIfEnough({ email: mailed?.email ?? "", password });
      const page = pageOf(successReturnUrl);
      if (page === undefined) location.assign(successReturnUrl);
      else void navigate(page, { replace: true });
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.errorCode !== "DEAD_LINK") return;
      const state: AddresseeState = { email: mailed?.email ?? "" };
      void navigate(paths.registerConfirmationFailed(), { state, replace: true });
    },
  });
  if (!mailed) return <Navigate to={paths.registerConfirmationFailed()} replace />;

  return (
    <EntrancePage title={m.account_confirm()} lead={m.account_confirm_lead({ email: mailed.email })}>
      <Form
        form={form}
        onSubmit={mutateAsync}
        submitLabel={m.account_confirm_submit()}
        isUnguarded
        isWholePage
      >
        <input type="email" name="username" autoComplete="username" value={mailed.email} readOnly hidden />
        <FormPasswordField name="password" label={m.account_password()} autoComplete="current-password" />
      </Form>
      <p className="mt-6 text-ink-soft">
        {m.account_confirm_other()}
        <br />
        <Link
          to={paths.resetPasswordOf(mailed.code, mailed.email)}
          className="inline-flex min-h-11 items-center font-semibold"
        >
          {m.account_confirm_choose()}
        </Link>
      </p>
    </EntrancePage>
  );
}
