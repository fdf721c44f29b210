import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { returnUrls } from "@/api/returnUrls";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/toast";
import type { User } from "./queries";

/** Helps somebody in who can't get in: a link to a new password, or the invitation once more if they never had one. */
export function SendMailButton({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const { label, text, sent, query } = user.isInvited ? invitationAgain(user) : passwordReset(user);
  const send = useMutation({
    mutationFn: () => call("get", "/api/v1/Accounts/resend-email-confirmation", { query }),
    onSuccess: () => toast.success(sent),
  });
  return (
    <>
      <Button
        aria-haspopup="dialog"
        disabled={user.lockoutEnabled}
        onClick={() => setIsAsking(true)}
        className="whitespace-normal"
      >
        <Icon name={user.isInvited ? "mail" : "key-round"} size={20} />
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.users_administration()}
        confirmLabel={label}
        mutation={send}
        variables={undefined}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}

function passwordReset({ email, displayName }: User) {
  return {
    label: m.users_send_reset(),
    text: m.users_send_reset_text({ name: displayName, email }),
    sent: m.users_reset_sent(),
    query: {
      email,
      purpose: "Reset",
      ...returnUrls(paths.resetPassword(), paths.resetPasswordFailed()),
    } as const,
  };
}

function invitationAgain({ email, displayName }: User) {
  return {
    label: m.users_resend_invitation(),
    text: m.users_resend_invitation_text({ name: displayName, email }),
    sent: m.users_invitation_sent(),
    query: {
      email,
      purpose: "Invite",
      ...returnUrls(adminPaths.setupPassword(), adminPaths.setupPasswordFailed()),
    } as const,
  };
}
