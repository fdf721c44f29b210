import { useEffect, useRef } from "react";
import { Agreement } from "@/features/emailCode/Agreement";
import { EmailCodeSignIn } from "@/features/emailCode/EmailCodeSignIn";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { Button } from "@/ui/form/Button";

interface CodeSignInProps {
  email: string;
  onSignedIn: (profile: Profile) => void;
  /** Returns to the password form. Called with an address if that account has a password. */
  onPassword: (email?: string) => void;
}

/** Signs in with an emailed code, for accounts without a password. */
export function CodeSignIn({ email, onSignedIn, onPassword }: CodeSignInProps) {
  const fields = useRef<HTMLDivElement>(null);
  // The button that opened this form is gone, so move the focus to its first field.
  useEffect(() => fields.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={fields}>
      <EmailCodeSignIn
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
