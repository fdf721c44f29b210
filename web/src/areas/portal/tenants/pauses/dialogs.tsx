// Dialogs that pause the payouts to a vendor or charity, and that lift the pause.
import { call } from "@/api/client";
import { createOnce } from "@/api/createOnce";
import { CHANGED_BY_PAUSES, type PayoutPause } from "@/areas/portal/kit/payoutPauses";
import { useSave } from "@/areas/portal/kit/useSave";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";

interface PauseDialogProps {
  tenant: { id: string; displayName: string };
  onClose: () => void;
}

export function PauseDialog({ tenant, onClose }: PauseDialogProps) {
  const name = tenant.displayName;
  const { submit } = useSave({
    save: (reason: string) => createOnce("/api/v1/Payouts/pauses", { body: { tenantId: tenant.id, reason } }),
    isRepeatable: true,
    saved: m.pauses_done({ name }),
    invalidates: CHANGED_BY_PAUSES,
    // Another administrator may have paused them meanwhile.
    invalidatesAlways: true,
    onSaved: onClose,
  });
  return (
    <ReasonDialog
      title={m.pauses_title({ name })}
      text={
        <>
          <p>{m.pauses_text({ name })}</p>
          <p className="text-sm text-ink-soft">{m.pauses_told()}</p>
        </>
      }
      hint={m.pauses_hint()}
      confirmLabel={m.pauses_confirm()}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}

interface LiftDialogProps {
  pause: PayoutPause;
  onClose: () => void;
}

export function LiftDialog({ pause, onClose }: LiftDialogProps) {
  const { mutation } = useSave({
    save: () => call("put", "/api/v1/Payouts/pauses/{id}/lifted", { path: { id: pause.id } }),
    isRepeatable: true,
    saved: m.pauses_lifted_done(),
    invalidates: CHANGED_BY_PAUSES,
    invalidatesAlways: true,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.pauses_lift_title({ name: pause.tenantName })}
      confirmLabel={m.pauses_lift_confirm()}
      mutation={mutation}
      variables={undefined}
    >
      {m.pauses_lift_text()}
    </ConfirmDialog>
  );
}
