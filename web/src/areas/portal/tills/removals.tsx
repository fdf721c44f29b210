// Dialogs and actions for a till and for a clerk's PIN. Removing asks for confirmation.
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import type { ClerkPin, Till } from "./queries";

function useRemoval(remove: () => Promise<unknown>, removed: string) {
  return useSave<undefined>({ save: remove, saved: removed, invalidates: ["/Tills"] }).mutation;
}

export function RevokeDialog({ till: { id, name }, onClose }: { till: Till; onClose: () => void }) {
  const revoke = useRemoval(
    () => call("delete", "/api/v1/Tills/{id}", { path: { id } }),
    m.tills_revoked({ name }),
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.tills_revoke_of({ name })}
      confirmLabel={m.tills_revoke()}
      isDangerous
      mutation={revoke}
      variables={undefined}
    >
      {m.tills_revoke_text()}
    </ConfirmDialog>
  );
}

export function RemovePinDialog({ pin: { id, name }, onClose }: { pin: ClerkPin; onClose: () => void }) {
  const remove = useRemoval(
    () => call("delete", "/api/v1/Tills/pins/{id}", { path: { id } }),
    m.tills_pin_removed(),
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.tills_pin_remove_of({ name })}
      confirmLabel={m.tills_pin_remove()}
      isDangerous
      mutation={remove}
      variables={undefined}
    >
      {m.tills_pin_remove_text({ name })}
    </ConfirmDialog>
  );
}

/** Unlocks the PIN of a clerk who has mistyped it five times. */
export function useUnlocking({ id }: ClerkPin) {
  return useSave<undefined>({
    save: () => call("post", "/api/v1/Tills/pins/{id}/unlocked", { path: { id } }),
    saved: m.tills_unlocked(),
    invalidates: ["/Tills"],
  }).mutation;
}
