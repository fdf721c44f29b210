import { useState } from "react";
import { call } from "@/api/client";
import { AddressForm } from "@/features/captcha/AddressForm";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { CodeForm } from "./CodeForm";
import { addMailedTicket } from "./mailedTickets";

interface Sent {
  email: string;
  /** Ticket that belongs to the emailed code. */
  ticket: string;
  /** Tickets of earlier emails. */
  earlierTickets: string[];
}

interface EmailCodeSignInProps {
  /** Address that the user typed on an earlier page. */
  email?: string | undefined;
  /** Label of the button that emails a code. */
  mailLabel: string;
  /** Label of the button that signs in. */
  signInLabel: string;
  onSignedIn: (profile: Profile) => void;
  /** Called with the address if its account needs more than a code to sign in. */
  onMoreAsked: (email: string) => void;
}

/** Signs in with an emailed code, or creates an account. */
export function EmailCodeSignIn({ email, mailLabel, ...way }: EmailCodeSignInProps) {
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

interface CodeProps extends Pick<EmailCodeSignInProps, "signInLabel" | "onSignedIn" | "onMoreAsked"> {
  sent: Sent;
  onBack: () => void;
}

function Code({ sent, signInLabel, onSignedIn, onMoreAsked, onBack }: CodeProps) {
  return (
    <CodeForm
      said={m.cart_email_sent({ email: sent.email })}
      submitLabel={signInLabel}
      onCode={async (code) => {
        const { signInByEmailCode } = await import("@/session/session");
        return signInByEmailCode({ ...sent, code });
      }}
      onSignedIn={onSignedIn}
      onMoreAsked={() => onMoreAsked(sent.email)}
    >
      <Button variant="quiet" onClick={onBack}>
        {m.cart_email_again()}
      </Button>
    </CodeForm>
  );
}
