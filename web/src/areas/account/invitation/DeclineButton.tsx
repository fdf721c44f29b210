import { useMutation } from "@tanstack/react-query";
import { useState, type ComponentProps } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";

interface DeclineButtonProps {
  /** Code from the email with the offer. */
  code: string;
  onDeclined: () => void;
  size?: ComponentProps<typeof Button>["size"];
}

/** Declines an offered role. The emailed code is enough, even without an account. */
export function DeclineButton({ code, onDeclined, size }: DeclineButtonProps) {
  const [isDeclining, setIsDeclining] = useState(false);
  const declining = useMutation({
    mutationFn: () => call("post", "/api/v1/Accounts/offers/{token}/declined", { path: { token: code } }),
    onSuccess: onDeclined,
  });
  return (
    <>
      <Button variant="quiet" size={size} aria-haspopup="dialog" onClick={() => setIsDeclining(true)}>
        {m.invitation_decline()}
      </Button>
      <ConfirmDialog
        isOpen={isDeclining}
        onClose={() => setIsDeclining(false)}
        title={m.invitation_decline_title()}
        confirmLabel={m.invitation_decline()}
        isDangerous
        mutation={declining}
        variables={undefined}
      >
        {m.invitation_decline_text()}
      </ConfirmDialog>
    </>
  );
}
