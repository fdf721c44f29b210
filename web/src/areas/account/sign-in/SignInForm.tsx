import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { ApiError, errorFromFailure } from "@/api/error";
import { m } from "@/i18n";
import { canUsePasskeys } from "@/lib/passkeySupport";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { isWithoutRole, postSignInPath } from "@/session/postSignInRoute";
import { signedOutReason } from "@/session/signedOutReason";
import type { Credentials } from "@/session/session";
import { FormPasswordField, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";
import { toast } from "@/ui/overlay/toast";
import { useAfterHydration } from "@/ui/useAfterHydration";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { usePasskeyAutofill } from "./usePasskeyAutofill";

const SecondStep = lazyPiece(async () => (await import("./SecondStep")).SecondStep);
const CrowdCheck = lazyPiece(async () => (await import("./CrowdCheck")).CrowdCheck);
const CodeSignIn = lazyPiece(async () => (await import("./CodeSignIn")).CodeSignIn);
const PasskeySignIn = lazyPiece(async () => (await import("./PasskeySignIn")).PasskeySignIn);

const rules = async () => (await import("./schema")).signInSchema();

/** Loads the session code on demand. A failed load counts as a network failure. */
async function signIn(credentials: Credentials): Promise<Profile> {
  const session = await import("@/session/session").catch((cause: unknown) => {
    throw errorFromFailure(cause);
  });
  return session.signIn(credentials);
}

function isForCaptcha(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === "CAPTCHA_REQUIRED";
}

/** Reason why the sign-in failed, with a remedy if there is one on this page. */
function Refusal({ error, email }: { error: Error | null | undefined; email: string | undefined }) {
  if (!(error instanceof ApiError) || isForCaptcha(error)) return null;
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

/** Reason why the last session ended, unless the user signed out. */
function SignedOutNotice() {
  const reason = useAfterHydration(signedOutReason, undefined);
  if (reason === undefined) return null;
  return (
    <Notice className="mb-6">
      <p>{reason}</p>
    </Notice>
  );
}

/** Reserves the height of the passkey button, whose label may wrap to two lines. */
function PasskeyPlaceholder() {
  return (
    <div className="invisible mt-4">
      <Button size="large" className="w-full">
        <Icon name="key-round" size={20} />
        {m.security_sign_in_passkey()}
      </Button>
    </div>
  );
}

interface SignInFormProps {
  /** Whether to offer emailed codes. Only shoppers can sign in with them. */
  hasCodes?: boolean;
}

/** Signs in shoppers and staff. The next page depends on the role. */
export function SignInForm({ hasCodes = false }: SignInFormProps) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const form = useLateZodForm(rules, { email: query.get("email") ?? "", password: "" });
  const hasPasskeys = useAfterHydration(canUsePasskeys, false);
  const goOn = (profile: Profile) => {
    if (isWithoutRole(profile, query)) toast.info(m.common_no_role());
    void navigate(postSignInPath(profile, query), { replace: true });
  };
  const [isCrowded, setIsCrowded] = useState(false);
  const [token, setToken] = useState("");
  const { mutate, mutateAsync, error, isPending, variables, reset } = useMutation({
    mutationFn: signIn,
    onSuccess: goOn,
    onError: (refusal) => {
      // The server accepts a captcha token only once.
      setToken("");
      if (isForCaptcha(refusal)) setIsCrowded(true);
    },
    meta: { showsItsOwnErrors: true },
  });
  const submit = (credentials: Credentials) =>
    mutateAsync(token === "" ? credentials : { ...credentials, reCaptchaToken: token });
  // The form was submitted before the server demanded a captcha: submit it again with the token.
  const takeToken = (earned: string) => {
    setToken(earned);
    if (isForCaptcha(error) && !isPending) mutate({ ...form.getValues(), reCaptchaToken: earned });
  };

  const asked = error instanceof ApiError ? error.secondFactor : undefined;
  const [isAskingForKey, setIsAskingForKey] = useState(false);
  const [isByCode, setIsByCode] = useState(false);
  const isIdle = !isPending && !asked && !isAskingForKey && !isByCode;
  const refusedKey = usePasskeyAutofill(hasPasskeys && isIdle, goOn);
  if (asked) {
    return (
      <Suspense>
        <SecondStep asked={asked} onSignedIn={goOn} onBack={reset} />
      </Suspense>
    );
  }
  if (isByCode) {
    const byPassword = (email?: string) => {
      if (email !== undefined) form.setValue("email", email);
      setIsByCode(false);
    };
    return (
      <Suspense>
        <CodeSignIn email={form.getValues("email")} onSignedIn={goOn} onPassword={byPassword} />
      </Suspense>
    );
  }
  return (
    <>
      {!error && <SignedOutNotice />}
      <Refusal error={error ?? refusedKey} email={variables?.email} />
      {isCrowded && (
        <Suspense>
          <CrowdCheck token={token} onToken={takeToken} />
        </Suspense>
      )}
      <Form form={form} onSubmit={submit} submitLabel={m.account_sign_in()} isUnguarded isWholePage>
        <div className="grid gap-5">
          <FormTextField
            name="email"
            label={m.field_email()}
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
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
      {hasPasskeys && (
        <Suspense fallback={<PasskeyPlaceholder />}>
          <PasskeySignIn
            label={m.security_sign_in_passkey()}
            onSignedIn={goOn}
            onAsking={setIsAskingForKey}
          />
        </Suspense>
      )}
      {hasCodes && (
        <Button size="large" className="mt-4 w-full" onClick={() => setIsByCode(true)}>
          <Icon name="mail" size={20} />
          {m.account_code_way()}
        </Button>
      )}
    </>
  );
}
