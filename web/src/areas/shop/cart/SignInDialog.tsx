import { useNavigate } from "react-router";
import { Agreement } from "@/features/emailCode/Agreement";
import { EmailCodeSignIn } from "@/features/emailCode/EmailCodeSignIn";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { rememberRedirect } from "@/session/redirect";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { LinkButton } from "@/ui/form/LinkButton";

interface SignInDialogProps {
  /** Called once the guest has signed in and may pay. */
  onSignedIn: () => void;
  onClose: () => void;
}

function returnHere(): void {
  rememberRedirect(paths.cart());
}

/** Dialog for guests who want to pay. Each way to sign in or register leads back to the cart. */
export function SignInDialog({ onSignedIn, onClose }: SignInDialogProps) {
  const navigate = useNavigate();
  const signIn = (email?: string) => {
    returnHere();
    void navigate(paths.signIn(email));
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.cart_sign_in_title()}>
      <p className="mb-5">{m.cart_sign_in_text()}</p>
      <EmailCodeSignIn
        mailLabel={m.cart_email_go()}
        signInLabel={m.cart_email_done()}
        onSignedIn={onSignedIn}
        onMoreAsked={signIn}
      />
      <Agreement />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
        <p>{m.cart_or()}</p>
        <span className="flex gap-3">
          <LinkButton to={paths.register()} onClick={returnHere}>
            {m.shell_register()}
          </LinkButton>
          <Button onClick={() => signIn()}>{m.shell_sign_in()}</Button>
        </span>
      </div>
    </Dialog>
  );
}
