// Decisions about many payouts of a run.
import { useRef, useState } from "react";
import { call } from "@/api/client";
import { isOutcomeUnknown } from "@/api/outcome";
import { useSave } from "@/areas/portal/kit/useSave";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import { CHANGED_PAYOUTS } from "@/areas/portal/payouts/queries";
import type { PayoutOfRun, PayoutRun, PayoutsDecided } from "./queries";

/** Returns the sum of amounts in dollars, without errors of rounding. */
export function sumOf(rows: readonly { amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}

interface DecisionProps {
  run: PayoutRun;
  rows: readonly PayoutOfRun[];
  onClose: () => void;
}

/** Payouts that were not changed, each with the reason. */
function UnchangedDialog({ decided, onClose }: { decided: PayoutsDecided; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={m.runs_unchanged({ count: decided.unchanged.length })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.lists_bulk_close()}
        </Button>
      }
    >
      <p>{m.runs_changed_besides({ count: decided.changed, amount: formatMoney(decided.amount) })}</p>
      <ul className="mt-4 grid border-y border-line">
        {decided.unchanged.map(({ payoutId, tenantName, refusal }) => (
          <li key={payoutId} className="border-line py-2 not-first:border-t">
            <strong className="block wrap-anywhere">{tenantName}</strong>
            <span className="text-sm">{refusal.errorMessage}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Approves the drafts as the second person, who confirms their total. */
export function ApproveRunDialog({ run, rows, onClose }: DecisionProps) {
  const [decided, setDecided] = useState<PayoutsDecided>();
  // After success the dialog closes with the state that it had when the button was pressed.
  const isPartial = useRef(false);
  const total = sumOf(rows);
  const { mutation } = useSave({
    save: async () => {
      const body = { payoutIds: rows.map(({ id }) => id), total };
      const path = { id: run.id };
      const found = await call("put", "/api/v1/Payouts/runs/{id}/approved", { path, body });
      isPartial.current = found.unchanged.length > 0;
      if (isPartial.current) setDecided(found);
    },
    isRepeatable: true,
    showsUnsure: true,
    saved: () => (isPartial.current ? undefined : m.runs_approved_done()),
    invalidates: CHANGED_PAYOUTS,
    invalidatesAlways: true,
  });
  if (decided) return <UnchangedDialog decided={decided} onClose={onClose} />;
  const sum = { count: rows.length, amount: formatMoney(total) };
  return (
    <ConfirmDialog
      isOpen
      onClose={() => {
        if (!isPartial.current) onClose();
      }}
      title={m.runs_approve_title(sum)}
      confirmLabel={m.runs_approve(sum)}
      mutation={mutation}
      variables={undefined}
    >
      <p>{m.runs_approve_text(sum)}</p>
      {mutation.error && isOutcomeUnknown(mutation.error) && (
        <Notice tone="danger" className="mt-4">
          <p>{m.payouts_unsure()}</p>
        </Notice>
      )}
    </ConfirmDialog>
  );
}

/** Excludes the drafts from the run. */
export function ExcludeDialog({ run, rows, onClose }: DecisionProps) {
  const sum = { count: rows.length, amount: formatMoney(sumOf(rows)) };
  const { submit } = useSave({
    save: (reason: string) =>
      call("put", "/api/v1/Payouts/runs/{id}/excluded", {
        path: { id: run.id },
        body: { payoutIds: rows.map(({ id }) => id), reason },
      }),
    isRepeatable: true,
    saved: m.runs_excluded_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <ReasonDialog
      title={m.runs_exclude_title(sum)}
      text={<p>{m.runs_exclude_text(sum)}</p>}
      hint={m.payouts_discard_hint()}
      confirmLabel={m.runs_exclude()}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
