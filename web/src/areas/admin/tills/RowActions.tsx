// What can be done with one till, and with somebody's PIN.
import { useState } from "react";
import { m } from "@/i18n";
import { isVendorManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/Button";
import type { ClerkPin, Till } from "./queries";
import { RemovePinDialog, RevokeDialog } from "./removals";
import { RenewLinkDialog } from "./RenewLinkDialog";

export function TillActions({ till }: { till: Till }) {
  const [asked, setAsked] = useState<"link" | "revoke">();
  const isMaker = isVendorManager(useProfile());
  const close = () => setAsked(undefined);
  const { name } = till;
  return (
    <>
      {isMaker && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-label={m.tills_link_of({ name })}
          onClick={() => setAsked("link")}
        >
          {m.tills_link()}
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={m.tills_revoke_of({ name })}
        onClick={() => setAsked("revoke")}
      >
        {m.tills_revoke()}
      </Button>
      {asked === "link" && <RenewLinkDialog till={till} onClose={close} />}
      {asked === "revoke" && <RevokeDialog till={till} onClose={close} />}
    </>
  );
}

export function PinActions({ pin }: { pin: ClerkPin }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={m.tills_pin_remove_of({ name: pin.name })}
        onClick={() => setIsAsking(true)}
      >
        {m.tills_pin_remove()}
      </Button>
      {isAsking && <RemovePinDialog pin={pin} onClose={() => setIsAsking(false)} />}
    </>
  );
}
