import { useEffect, useRef } from "react";
import { Agreement } from "@/features/emailCode/Agreement";
import { EmailWay } from "@/features/emailCode/EmailWay";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { Button } from "@/ui/Button";

interface CodeSignInProps {
  email: string;
  onSignedIn: (profile: Profile) => void;
  /** Back to the password, with the address that has one. */
  onPassword: (email?: string) => void;
}

/** Signing in by a mailed code, for accounts that have no password. */
export function CodeSignIn({ email, onSignedIn, onPassword }: CodeSignInProps) {
  const fields = useRef<HTMLDivElement>(null);
  // The button that led here is gone.
  useEffect(() => fields.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={fields}>
      <EmailWay
        email={email}
        mailLabel={m.proof_mail_code()}
        signInLabel={m.account_sign_in()}
        onSignedIn={onSignedIn}
        onMoreAsked={onPassword}
      />
      <Agreement />
      <Button variant="quiet" className="mt-4 w-full" onClick={() => onPassword()}>
        {m.account_password_way()}
      </Button>
    </div>
  );
}
