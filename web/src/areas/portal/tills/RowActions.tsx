// Actions on a till, and on a clerk's PIN.
import { useState } from "react";
import { m } from "@/i18n";
import { isVendorManager } from "@/session/can";
import { useProfile } from "@/session/current";
import { RowMenu } from "@/shared/table/RowMenu";
import { Button } from "@/ui/form/Button";
import type { MenuAction } from "@/ui/rich/ActionMenu";
import type { ClerkPin, Till } from "./queries";
import { RemovePinDialog, RevokeDialog, useUnlocking } from "./removals";
import { RenewLinkDialog } from "./RenewLinkDialog";

export function TillActions({ till }: { till: Till }) {
  const [asked, setAsked] = useState<"link" | "revoke">();
  const isMaker = isVendorManager(useProfile());
  const close = () => setAsked(undefined);
  const { name } = till;
  const link: MenuAction = { label: m.tills_link(), icon: "qr-code", run: () => setAsked("link") };
  const revoke: MenuAction = {
    label: m.tills_revoke(),
    icon: "trash",
    isDangerous: true,
    run: () => setAsked("revoke"),
  };
  return (
    <>
      <RowMenu name={name} actions={isMaker ? [link, revoke] : [revoke]} />
      {asked === "link" && <RenewLinkDialog till={till} onClose={close} />}
      {asked === "revoke" && <RevokeDialog till={till} onClose={close} />}
    </>
  );
}

export function PinActions({ pin }: { pin: ClerkPin }) {
  const [isAsking, setIsAsking] = useState(false);
  const unlock = useUnlocking(pin);
  return (
    <>
      {pin.isLocked && (
        <Button
          size="small"
          isBusy={unlock.isPending}
          aria-label={m.tills_unlock_of({ name: pin.name })}
          onClick={() => unlock.mutate(undefined)}
        >
          {m.tills_unlock()}
        </Button>
      )}
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
