import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { ApiError, errorFromFailure } from "@/api/error";
import { m } from "@/i18n";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { placeAfterSignIn } from "@/session/places";
import type { Credentials } from "@/session/session";
import { FormPasswordField, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { Notice } from "@/ui/Notice";

const rules = async () => (await import("./schema")).signInSchema();

/** What opens sessions comes when it is needed; where it can't come, nobody has answered. */
async function signIn(credentials: Credentials): Promise<Profile> {
  const session = await import("@/session/session").catch((cause: unknown) => {
    throw errorFromFailure(cause);
  });
  return session.signIn(credentials);
}

/** Why it did not work, in the place where people look; and what to do about it, where something can be done here. */
function Refusal({ error, email }: { error: Error | null; email: string | undefined }) {
  if (!(error instanceof ApiError)) return null;
  const isUnconfirmed = error.errorCode === "EMAIL_NOT_CONFIRMED";
  return (
    <Notice tone="danger" className="mb-6">
      <p>{error.errorMessage}</p>
      {isUnconfirmed && (
        <p>
          <Link
            to={paths.resendConfirmation(email)}
            className="inline-flex min-h-11 items-center font-semibold"
          >
            {m.account_resend_link()}
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** The same for shoppers and for the admin portal; where it leads depends on who signs in. */
export function SignInForm() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const form = useLateZodForm(rules, { email: query.get("email") ?? "", password: "" });
  const { mutateAsync, error, variables } = useMutation({
    mutationFn: signIn,
    onSuccess: (profile) => navigate(placeAfterSignIn(profile, query), { replace: true }),
    meta: { showsItsOwnErrors: true },
  });

  return (
    <>
      <Refusal error={error} email={variables?.email} />
      <Form form={form} onSubmit={mutateAsync} submitLabel={m.account_sign_in()} isUnguarded isWholePage>
        <div className="grid gap-5">
          <FormTextField
            name="email"
            label={m.field_email()}
            type="email"
            inputMode="email"
            autoComplete="username"
          />
          <div>
            <FormPasswordField name="password" label={m.account_password()} autoComplete="current-password" />
            <p className="text-right">
              <Link to={paths.forgotPassword()} className="inline-flex min-h-11 items-center">
                {m.account_forgot_link()}
              </Link>
            </p>
          </div>
        </div>
      </Form>
    </>
  );
}
