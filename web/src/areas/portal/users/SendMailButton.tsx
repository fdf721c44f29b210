import { useState } from "react";
import { mailLabel, SendMailDialog } from "@/areas/portal/kit/people/SendMailDialog";
import type { User } from "@/areas/portal/kit/people/queries";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";

/** Button that emails a link to a person who can't sign in. */
export function SendMailButton({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        disabled={user.lockoutEnabled}
        onClick={() => setIsAsking(true)}
        className="whitespace-normal"
      >
        <Icon name={user.isInvited ? "mail" : "key-round"} size={20} />
        {mailLabel(user)}
      </Button>
      {isAsking && <SendMailDialog user={user} onClose={() => setIsAsking(false)} />}
    </>
  );
}
