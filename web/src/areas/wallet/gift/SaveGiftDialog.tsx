import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "@/api/client";
import { Agreement } from "@/features/emailCode/Agreement";
import { CodeForm } from "@/features/emailCode/CodeForm";
import { EmailCodeSignIn } from "@/features/emailCode/EmailCodeSignIn";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { rememberRedirect } from "@/session/redirect";
import { RetryScene } from "@/shared/page/RetryScene";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { giftToSave } from "./saveRequest";

interface SaveGiftDialogProps {
  token: string;
  onClose: () => void;
}

/** Nothing to do here: the page behind the dialog saves the gift once the recipient is signed in. */
const leave = () => undefined;

/**
 * Lets a recipient without an account save the gift. Opening the dialog emails a six-digit code to the address of the gift; the
 * recipient may choose another address.
 */
export function SaveGiftDialog({ token, onClose }: SaveGiftDialogProps) {
  const navigate = useNavigate();
  const [isElsewhere, setIsElsewhere] = useState(false);
  const signIn = (email?: string) => {
    rememberRedirect(giftToSave(token));
    void navigate(paths.signIn(email));
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.gift_save_title()}>
      {isElsewhere ? (
        <EmailCodeSignIn
          mailLabel={m.proof_mail_code()}
          signInLabel={m.gift_save()}
          onSignedIn={leave}
          onMoreAsked={signIn}
        />
      ) : (
        <RecipientCode token={token} onMoreAsked={() => signIn()} />
      )}
      <Agreement />
      <div className="mt-6 flex flex-wrap justify-center gap-3 border-t border-line pt-5">
        {!isElsewhere && <Button onClick={() => setIsElsewhere(true)}>{m.gift_other_address()}</Button>}
        <Button onClick={() => signIn()}>{m.account_password_way()}</Button>
      </div>
    </Dialog>
  );
}

interface RecipientCodeProps {
  token: string;
  onMoreAsked: () => void;
}

/** Input for the code that was emailed to the address of the gift. */
function RecipientCode({ token, onMoreAsked }: RecipientCodeProps) {
  const [tickets, setTickets] = useState<readonly string[]>([]);
  const mail = useMutation({
    mutationFn: () => call("post", "/api/v1/Gifts/{token}/email-code", { path: { token } }),
    onSuccess: ({ ticket }) => setTickets([ticket, ...tickets]),
    meta: { showsItsOwnErrors: tickets.length === 0 },
  });
  const begin = useEffectEvent(() => mail.mutate());
  useEffect(() => begin(), []);
  const [ticket, ...earlierTickets] = tickets;
  const [address, setAddress] = useState<string>();
  if (mail.data && mail.data.email !== address) setAddress(mail.data.email);
  if (ticket === undefined || address === undefined) {
    return mail.error ? (
      <RetryScene error={mail.error} onRetry={() => mail.mutate()} />
    ) : (
      <SkeletonGroup>
        <SkeletonText lines={4} />
      </SkeletonGroup>
    );
  }
  return (
    <CodeForm
      key={ticket}
      said={m.gift_code_sent({ email: address })}
      submitLabel={m.gift_save()}
      onCode={async (code) => {
        const { signInByEmailCode } = await import("@/session/session");
        return signInByEmailCode({ gift: token, ticket, earlierTickets, code });
      }}
      onSignedIn={leave}
      onMoreAsked={onMoreAsked}
    >
      <Button variant="quiet" isBusy={mail.isPending} onClick={() => mail.mutate()}>
        {m.gift_new_code()}
      </Button>
    </CodeForm>
  );
}
