// What a manager takes away: a till, or somebody's PIN. Both ask first.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { TILLS, type ClerkPin, type Till } from "./queries";

function useRemoval(remove: () => Promise<unknown>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TILLS });
      toast.success(done);
    },
  });
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
