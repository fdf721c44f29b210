import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { AddressForm } from "@/features/captcha/AddressForm";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/Button";
import { mailedCodeSchema } from "./mailedCodeSchema";
import { addMailedTicket } from "./mailedTickets";

interface Sent {
  email: string;
  /** Goes with the mailed code. */
  ticket: string;
  /** Tickets for the codes of earlier mails. */
  earlierTickets: string[];
}

interface EmailWayProps {
  /** An address that was typed elsewhere already. */
  email?: string | undefined;
  /** The button that mails a code. */
  mailLabel: string;
  /** The button that opens the session. */
  signInLabel: string;
  onSignedIn: (profile: Profile) => void;
  /** The account asks for more than a code: it is signed in to as always. */
  onMoreAsked: (email: string) => void;
}

/** An address and the code that is mailed to it open a session, or make an account. */
export function EmailWay({ email, mailLabel, ...way }: EmailWayProps) {
  const [sent, setSent] = useState<Sent>();
  return sent ? (
    <Code sent={sent} {...way} onBack={() => setSent(undefined)} />
  ) : (
    <AddressForm
      purpose="sign-in"
      email={email}
      submitLabel={mailLabel}
      send={async (body) => {
        const { ticket } = await call("post", "/api/v1/OAuth/email-code", { body });
        const [, ...earlierTickets] = addMailedTicket(body.email, ticket);
        setSent({ email: body.email, ticket, earlierTickets });
      }}
    />
  );
}

interface CodeProps extends Pick<EmailWayProps, "signInLabel" | "onSignedIn" | "onMoreAsked"> {
  sent: Sent;
  onBack: () => void;
}

function Code({ sent, signInLabel, onSignedIn, onMoreAsked, onBack }: CodeProps) {
  const form = useZodForm(mailedCodeSchema(), { code: "" });
  const field = useRef<HTMLDivElement>(null);
  // Whoever comes back from their mail types at once.
  useEffect(() => field.current?.querySelector("input")?.focus(), []);
  const { mutateAsync } = useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const { signInByEmailCode } = await import("@/session/session");
      try {
        onSignedIn(await signInByEmailCode({ ...sent, code }));
      } catch (error) {
        if (!(error instanceof ApiError && error.secondFactor)) throw error;
        onMoreAsked(sent.email);
      }
    },
    meta: { showsItsOwnErrors: ({ fields }: ApiError) => Object.keys(fields).length > 0 },
  });
  return (
    <Form
      form={form}
      onSubmit={mutateAsync}
      submitLabel={signInLabel}
      isUnguarded
      isWholePage
      aside={
        <Button variant="quiet" onClick={onBack}>
          {m.cart_email_again()}
        </Button>
      }
    >
      <p role="status" className="mb-4 wrap-anywhere">
        {m.cart_email_sent({ email: sent.email })}
      </p>
      <div ref={field}>
        <FormTextField
          name="code"
          label={m.cart_email_code()}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </div>
    </Form>
  );
}
