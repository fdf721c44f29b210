import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/client";
import { reading } from "@/api/reading";
import { m } from "@/i18n";
import { signWithPasskey } from "@/lib/passkeys";
import { canUsePasskeys } from "@/lib/passkeySupport";
import { RetryScene } from "@/shared/page/RetryScene";
import { FormPasswordField, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { codeSchema, passwordProofSchema } from "./schema";

interface ProofDialogProps {
  onSettle: (isProven: boolean) => void;
}

/** Asks the user to prove their identity again, and says why. */
export function ProofDialog({ onSettle }: ProofDialogProps) {
  const { data, isError, error, refetch } = useQuery({
    ...reading("/api/v1/Accounts/me/proof"),
    // Read the methods each time, because they may have changed.
    staleTime: 0,
    gcTime: 0,
  });
  const cancel = () => onSettle(false);
  const way = { onProven: () => onSettle(true), onCancel: cancel };
  return (
    <Dialog isOpen onClose={cancel} title={m.proof_title()}>
      <p className="text-ink-soft">
        {m.proof_why()} {data && holds(data.lastsMinutes)}
      </p>
      {data ? (
        <ProofMethods methods={data.methods} {...way} />
      ) : isError ? (
        <RetryScene error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup className="mt-6">
          <SkeletonText lines={3} />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

const holds = (minutes: number) => m.proof_lasts({ minutes });

interface MethodProps {
  onProven: () => void;
  onCancel: () => void;
}

/** Shows the best method that the user has, and one alternative. */
function ProofMethods({ methods, ...way }: MethodProps & { methods: readonly string[] }) {
  const [prefersCode, setPrefersCode] = useState(false);
  const hasApp = methods.includes("AUTHENTICATOR_APP");
  const hasCode = hasApp || methods.includes("RECOVERY_CODE");
  const hasPasskey = methods.includes("PASSKEY") && canUsePasskeys();
  const hasPassword = methods.includes("PASSWORD");
  const hasMail = methods.includes("EMAIL_CODE");
  // A shopper's passkey replaces the password, which remains as the alternative.
  if (hasPasskey && !prefersCode && (hasPassword || hasMail)) {
    const label = hasPassword ? m.account_password_instead() : m.proof_mail_code();
    return <PasskeyProof onOther={() => setPrefersCode(true)} otherLabel={label} {...way} />;
  }
  if (hasPassword) return <PasswordProof {...way} />;
  if (hasMail) return <EmailCodeProof {...way} />;
  if (hasCode && (prefersCode || !hasPasskey))
    return <CodeProof label={hasApp ? m.security_step_code() : m.security_step_recovery()} {...way} />;
  if (!hasPasskey) return <p className="mt-6">{m.proof_impossible()}</p>;
  return <PasskeyProof onOther={hasCode ? () => setPrefersCode(true) : undefined} {...way} />;
}

function Cancel({ onCancel }: Pick<MethodProps, "onCancel">) {
  return (
    <Button variant="quiet" onClick={onCancel}>
      {m.kit_cancel()}
    </Button>
  );
}

function PasswordProof({ onProven, onCancel }: MethodProps) {
  const form = useZodForm(passwordProofSchema(), { password: "" });
  const prove = useMutation({
    mutationFn: (body: { password: string }) => call("post", "/api/v1/Accounts/me/proof", { body }),
    onSuccess: onProven,
  });
  return (
    <Form
      form={form}
      onSubmit={prove.mutateAsync}
      submitLabel={m.proof_confirm()}
      isUnguarded
      aside={<Cancel onCancel={onCancel} />}
      className="mt-6"
    >
      <FormPasswordField name="password" label={m.account_password()} autoComplete="current-password" />
    </Form>
  );
}

interface CodeProofProps extends MethodProps {
  label: string;
  /** Ticket of a mailed code. */
  ticket?: string;
}

function CodeProof({ label, ticket, onProven, onCancel }: CodeProofProps) {
  const form = useZodForm(codeSchema(label), { code: "" });
  const prove = useMutation({
    mutationFn: ({ code }: { code: string }) =>
      call("post", "/api/v1/Accounts/me/proof", { body: ticket === undefined ? { code } : { code, ticket } }),
    onSuccess: onProven,
  });
  const field = useRef<HTMLDivElement>(null);
  const isMailed = ticket !== undefined;
  // The field replaces the button that mailed the code, so it takes the focus.
  useEffect(() => {
    if (isMailed) field.current?.querySelector("input")?.focus();
  }, [isMailed]);
  return (
    <Form
      form={form}
      onSubmit={prove.mutateAsync}
      submitLabel={m.proof_confirm()}
      isUnguarded
      aside={<Cancel onCancel={onCancel} />}
      className="mt-6"
    >
      <div ref={field}>
        <FormTextField
          name="code"
          label={label}
          autoComplete="one-time-code"
          inputMode={isMailed ? "numeric" : undefined}
        />
      </div>
    </Form>
  );
}

/** Proof by a mailed code, for accounts without a password: the button mails one. */
function EmailCodeProof(way: MethodProps) {
  const [tickets, setTickets] = useState<readonly string[]>([]);
  const [ticket] = tickets;
  const mail = useMutation({
    mutationFn: () => call("post", "/api/v1/Accounts/me/proof/email-code"),
    onSuccess: (sent) => setTickets([sent.ticket, ...tickets]),
  });
  const button = (
    <Button
      variant={ticket === undefined ? "primary" : "quiet"}
      isBusy={mail.isPending}
      onClick={() => mail.mutate()}
      className="mt-6 w-full"
      data-initial-focus=""
    >
      {ticket === undefined ? m.proof_mail_code() : m.proof_mail_code_again()}
    </Button>
  );
  if (ticket === undefined) {
    return (
      <>
        {button}
        <div className="mt-4 flex justify-center">
          <Cancel onCancel={way.onCancel} />
        </div>
      </>
    );
  }
  return (
    <>
      <p role="status" className="mt-6">
        {tickets.length > 1 ? m.proof_mailed_code_again() : m.proof_mailed_code()}
      </p>
      {/* A new email invalidates the typed code, so `key` clears the field. */}
      <CodeProof key={ticket} label={m.proof_code()} ticket={ticket} {...way} />
      {button}
    </>
  );
}

interface PasskeyProofProps extends MethodProps {
  /** Switches to the user's other method, if there is one. */
  onOther: (() => void) | undefined;
  otherLabel?: string | undefined;
}

function PasskeyProof({ onProven, onCancel, onOther, otherLabel = m.proof_by_code() }: PasskeyProofProps) {
  const [wasUnused, setWasUnused] = useState(false);
  const prove = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call("post", "/api/v1/Accounts/me/proof/passkey"));
      setWasUnused(!passkey);
      if (!passkey) return;
      await call("post", "/api/v1/Accounts/me/proof", { body: { passkey } });
      onProven();
    },
  });
  return (
    <div className="mt-6">
      <Button
        variant="primary"
        isBusy={prove.isPending}
        onClick={() => prove.mutate()}
        className="w-full"
        data-initial-focus=""
      >
        {m.security_step_passkey()}
      </Button>
      {wasUnused && (
        <p role="alert" className="mt-2 text-danger">
          {m.security_no_passkey()}
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {onOther && <Button onClick={onOther}>{otherLabel}</Button>}
        <Cancel onCancel={onCancel} />
      </div>
    </div>
  );
}
