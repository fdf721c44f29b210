import { useState } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";

async function signOut(): Promise<void> {
  const session = await import("@/session/session");
  await session.signOut();
}

/** Ends the session. Listeners of the session's end then close private pages. */
export function SignOutButton({ className }: { className?: string | undefined }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void signOut();
  };
  return (
    <Button variant="quiet" isBusy={isLeaving} onClick={leave} className={className}>
      <Icon name="log-out" size={20} />
      {m.shell_sign_out()}
    </Button>
  );
}
