import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { ApiError, type SecondFactorAsked } from "@/api/error";
import { m } from "@/i18n";
import { canUsePasskeys } from "@/lib/passkeySupport";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { codeSchema } from "@/shared/proof/schema";
import { Button } from "@/ui/form/Button";
import { focusQuietly } from "@/ui/overlay/initialFocus";
import { Notice } from "@/ui/layout/Notice";
import { PasskeySignIn } from "./PasskeySignIn";

interface SecondStepProps {
  asked: SecondFactorAsked;
  onSignedIn: (profile: Profile) => void;
  onBack: () => void;
}

/** Second step after the password: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ asked, onSignedIn, onBack }: SecondStepProps) {
  const hasApp = asked.methods.includes("AUTHENTICATOR_APP");
  const hasPasskey = asked.methods.includes("PASSKEY") && canUsePasskeys();
  const label = hasApp ? m.security_step_code() : m.security_step_recovery();
  const form = useZodForm(codeSchema(label), { code: "" });
  const { mutateAsync, error } = useMutation({
    mutationFn: async ({ code }: { code: string }) =>
      (await import("@/session/session")).signInByCode({ ticket: asked.ticket, code }),
    onSuccess: onSignedIn,
    meta: { showsItsOwnErrors: true },
  });
  const begin = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = begin.current?.querySelector("input");
    if (field) focusQuietly(field);
  }, []);
  const refusal = error instanceof ApiError && Object.keys(error.fields).length === 0 ? error : undefined;
  return (
    <>
      <h2 className="text-xl">{m.security_step_title()}</h2>
      {refusal && (
        <Notice tone="danger" className="mt-4">
          {refusal.errorMessage}
        </Notice>
      )}
      {hasPasskey && (
        <PasskeySignIn ticket={asked.ticket} label={m.security_step_passkey()} onSignedIn={onSignedIn} />
      )}
      <Form
        form={form}
        onSubmit={mutateAsync}
        submitLabel={m.security_step_go()}
        isUnguarded
        isWholePage
        className="mt-6"
        aside={
          <Button variant="quiet" onClick={onBack}>
            {m.security_step_back()}
          </Button>
        }
      >
        <div ref={begin}>
          <FormTextField name="code" label={label} autoComplete="one-time-code" />
        </div>
      </Form>
      <p className="mt-6 text-sm text-ink-soft">
        {m.security_lost()}
        <br />
        <Link to={paths.contact()} className="inline-flex min-h-11 items-center font-semibold">
          {m.security_lost_write()}
        </Link>
      </p>
    </>
  );
}
