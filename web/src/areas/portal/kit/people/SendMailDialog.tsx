import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import { returnUrls } from "@/api/returnUrls";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { toast } from "@/ui/overlay/toast";
import { USERS, type User } from "./queries";

interface SendMailDialogProps {
  user: User;
  onClose: () => void;
}

/**
 * Returns the label of the email that helps a person to sign in: a password reset, or the
 * invitation if they have no password.
 */
export function mailLabel({ isInvited }: User): string {
  return isInvited ? m.users_resend_invitation() : m.users_send_reset();
}

/** Dialog that emails a link to a person who can't sign in, after showing the address. */
export function SendMailDialog({ user, onClose }: SendMailDialogProps) {
  const client = useQueryClient();
  const { text, sent, query } = user.isInvited ? invitationAgain(user) : passwordReset(user);
  const send = useMutation({
    mutationFn: () => call("get", "/api/v1/Accounts/resend-email-confirmation", { query }),
    onSuccess: async () => {
      toast.success(sent);
      await invalidate(client, USERS);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.users_administration()}
      confirmLabel={mailLabel(user)}
      mutation={send}
      variables={undefined}
    >
      {text}
    </ConfirmDialog>
  );
}

function passwordReset({ email, displayName }: User) {
  return {
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
    text: m.users_resend_invitation_text({ name: displayName, email }),
    sent: m.users_invitation_sent(),
    query: {
      email,
      purpose: "Invite",
      ...returnUrls(paths.setupPassword(), paths.setupPasswordFailed()),
    } as const,
  };
}
