import { useState } from "react";
import { call } from "@/api/client";
import { AddressForm } from "@/features/captcha/AddressForm";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { Button } from "@/ui/Button";
import { CodeForm } from "./CodeForm";
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
