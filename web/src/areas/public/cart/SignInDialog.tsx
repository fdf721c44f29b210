import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { rememberRedirect } from "@/session/redirect";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { LinkButton } from "@/ui/LinkButton";
import { Sentence } from "@/ui/Sentence";
import { EmailWay } from "./EmailWay";

interface SignInDialogProps {
  /** They are somebody now, and want to pay. */
  onSignedIn: () => void;
  onClose: () => void;
}

function comeBackHere(): void {
  rememberRedirect(paths.cart());
}

/** Read beside the dialog, which would be lost if its own page went away. */
function Text({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" className="text-brand underline underline-offset-3">
      {children}
      <span className="sr-only"> {m.common_new_tab()}</span>
    </a>
  );
}

/** Paying takes an account; whichever way leads to one, it leads back to the cart. */
export function SignInDialog({ onSignedIn, onClose }: SignInDialogProps) {
  const navigate = useNavigate();
  const signIn = (email?: string) => {
    comeBackHere();
    void navigate(paths.signIn(email));
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.cart_sign_in_title()}>
      <p className="mb-5">{m.cart_sign_in_text()}</p>
      <EmailWay onSignedIn={onSignedIn} onMoreAsked={signIn} />
      <p className="mt-4 text-sm text-ink-soft">
        <Sentence
          message={m.cart_email_agree}
          parts={{
            terms: <Text to={paths.termsOfUse()}>{m.account_agree_terms()}</Text>,
            eula: <Text to={paths.eula()}>{m.shell_eula()}</Text>,
            privacy: <Text to={paths.privacyPolicy()}>{m.account_agree_privacy()}</Text>,
          }}
        />
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
        <p>{m.cart_or()}</p>
        <span className="flex gap-3">
          <LinkButton to={paths.register()} onClick={comeBackHere}>
            {m.shell_register()}
          </LinkButton>
          <Button onClick={() => signIn()}>{m.shell_sign_in()}</Button>
        </span>
      </div>
    </Dialog>
  );
}
