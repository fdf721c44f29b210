// Decisions of administrators about a payout. Irreversible ones ask for confirmation.
import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { isOutcomeUnknown } from "@/api/outcome";
import { useSave } from "@/areas/portal/kit/useSave";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { typedDollars } from "@/lib/typedDollars";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import { Notice } from "@/ui/layout/Notice";
import { CHANGED_PAYOUTS, payoutQuery, type Payout } from "./queries";

interface DecisionProps {
  payout: Payout;
  onClose: () => void;
}

/** Payee and amount, for the texts of the dialogs. */
const named = ({ tenantName, amount }: Payout) => ({ name: tenantName, amount: formatMoney(amount) });

/** Returns a function that checks whether a decision without a reply was made. */
function useArrival({ id }: Payout, isMade: (now: Payout) => boolean): () => Promise<boolean> {
  const client = useQueryClient();
  return async () => isMade((await client.fetchQuery({ ...payoutQuery(id), staleTime: 0 })).payout);
}

/** Note that another attempt neither loses money nor pays twice. */
function UnsureNote({ error }: { error: Error | null }) {
  if (!error || !isOutcomeUnknown(error)) return null;
  return (
    <Notice tone="danger" className="mt-4">
      <p>{m.payouts_unsure()}</p>
    </Notice>
  );
}

export function ApproveDialog({ payout, onClose }: DecisionProps) {
  const { mutation } = useSave({
    save: () => call("put", "/api/v1/Payouts/{id}/approved", { path: { id: payout.id } }),
    hasArrived: useArrival(payout, ({ approvedAt }) => approvedAt !== null),
    showsUnsure: true,
    saved: m.payouts_approved_done(),
    invalidates: CHANGED_PAYOUTS,
    invalidatesAlways: true,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.payouts_approve_title()}
      confirmLabel={m.payouts_approve()}
      mutation={mutation}
      variables={undefined}
    >
      {m.payouts_approve_text(named(payout))}
      <UnsureNote error={mutation.error} />
    </ConfirmDialog>
  );
}

function holdBackSchema() {
  return z.object({
    amount: z.string().check(
      z.trim(),
      z.refine((text) => typedDollars(text) !== undefined, m.form_amount()),
    ),
    reason: requiredText(m.counter_reason(), 500),
  });
}

/** Dialog that leaves a part for a later payout. */
export function HoldBackDialog({ payout, onClose }: DecisionProps) {
  const form = useZodForm(holdBackSchema(), { amount: String(payout.heldBack), reason: "" });
  const { submit } = useSave({
    save: ({ amount, reason }: { amount: string; reason: string }) =>
      call("put", "/api/v1/Payouts/{id}/held-back", {
        path: { id: payout.id },
        body: { amount: typedDollars(amount) ?? Number.NaN, reason },
      }),
    isRepeatable: true,
    saved: m.payouts_held_back_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.payouts_hold_back()}>
      <Form form={form} onSubmit={submit} submitLabel={m.payouts_hold_back()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.payouts_hold_back_text()}</p>
          <FormTextField
            name="amount"
            label={m.payouts_amount()}
            inputMode="decimal"
            leading="$"
            autoComplete="off"
          />
          <FormTextField
            name="reason"
            label={m.counter_reason()}
            hint={m.payouts_hold_back_hint()}
            autoComplete="off"
          />
        </div>
      </Form>
    </Dialog>
  );
}

export function PaidDialog({ payout, onClose }: DecisionProps) {
  const form = useZodForm(z.object({ reference: requiredText(m.payouts_reference(), 100) }), {
    reference: "",
  });
  const { submit } = useSave({
    save: (body: { reference: string }) =>
      call("put", "/api/v1/Payouts/{id}/paid", { path: { id: payout.id }, body }),
    hasArrived: useArrival(payout, ({ state }) => state === "PAID"),
    saved: m.payouts_paid_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.payouts_mark_paid()}>
      <Form form={form} onSubmit={submit} submitLabel={m.payouts_mark_paid()} isUnguarded>
        <p className="mb-5">{m.payouts_mark_paid_text(named(payout))}</p>
        <FormTextField
          name="reference"
          label={m.payouts_reference()}
          hint={m.payouts_reference_hint()}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}

/** Whether the money may have reached the bank: a second person must confirm its return. */
const mayHaveGone = ({ state }: Payout) => state === "EXPORTED" || state === "PAID";

export function FailDialog({ payout, onClose }: DecisionProps) {
  return mayHaveGone(payout) ? (
    <ReportFailureDialog payout={payout} onClose={onClose} />
  ) : (
    <FailAtOnceDialog payout={payout} onClose={onClose} />
  );
}

function FailAtOnceDialog({ payout, onClose }: DecisionProps) {
  const { submit } = useSave({
    save: (reason: string) =>
      call("put", "/api/v1/Payouts/{id}/failed", { path: { id: payout.id }, body: { reason } }),
    hasArrived: useArrival(payout, ({ state }) => state === "FAILED"),
    saved: m.payouts_failed_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <ReasonDialog
      title={m.payouts_mark_failed()}
      text={<p>{m.payouts_mark_failed_text(named(payout))}</p>}
      hint={m.payouts_mark_failed_hint()}
      confirmLabel={m.payouts_mark_failed()}
      isDangerous
      onConfirm={submit}
      onClose={onClose}
    />
  );
}

function failureSchema() {
  return z.object({
    reference: requiredText(m.payouts_return_reference(), 40),
    reason: requiredText(m.counter_reason(), 500),
  });
}

interface Failure {
  reference: string;
  reason: string;
}

function ReportFailureDialog({ payout, onClose }: DecisionProps) {
  const form = useZodForm(failureSchema(), { reference: "", reason: "" });
  const { submit } = useSave({
    save: (body: Failure) => call("put", "/api/v1/Payouts/{id}/failed", { path: { id: payout.id }, body }),
    hasArrived: useArrival(payout, ({ failureRequest }) => failureRequest !== null),
    saved: m.payouts_failure_asked_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.payouts_mark_failed()}>
      <Form form={form} onSubmit={submit} submitLabel={m.payouts_mark_failed()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.payouts_mark_failed_waits(named(payout))}</p>
          <FormTextField
            name="reference"
            label={m.payouts_return_reference()}
            hint={m.payouts_return_reference_hint()}
            autoComplete="off"
          />
          <FormTextField
            name="reason"
            label={m.counter_reason()}
            hint={m.payouts_mark_failed_hint()}
            autoComplete="off"
          />
        </div>
      </Form>
    </Dialog>
  );
}

export function ConfirmFailureDialog({ payout, onClose }: DecisionProps) {
  const { mutation } = useSave({
    save: () => call("put", "/api/v1/Payouts/{id}/failed/confirmed", { path: { id: payout.id } }),
    hasArrived: useArrival(payout, ({ state }) => state === "FAILED"),
    showsUnsure: true,
    saved: m.payouts_failure_confirmed_done(),
    invalidates: CHANGED_PAYOUTS,
    invalidatesAlways: true,
  });
  const reference = payout.failureRequest?.reference ?? "";
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.payouts_failure_confirm()}
      confirmLabel={m.payouts_failure_confirm()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      {m.payouts_failure_confirm_text({ ...named(payout), reference })}
      <UnsureNote error={mutation.error} />
    </ConfirmDialog>
  );
}

export function RefuseFailureDialog({ payout, onClose }: DecisionProps) {
  const { submit } = useSave({
    save: (reason: string) =>
      call("put", "/api/v1/Payouts/{id}/failed/refused", { path: { id: payout.id }, body: { reason } }),
    hasArrived: useArrival(payout, ({ failureRequest }) => failureRequest === null),
    saved: m.payouts_failure_refused_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <ReasonDialog
      title={m.payouts_failure_refuse()}
      text={<p>{m.payouts_failure_refuse_text()}</p>}
      hint={m.payouts_failure_refuse_hint()}
      confirmLabel={m.payouts_failure_refuse()}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}

export function DiscardDialog({ payout, onClose }: DecisionProps) {
  const { submit } = useSave({
    save: (reason: string) =>
      call("put", "/api/v1/Payouts/{id}/discarded", { path: { id: payout.id }, body: { reason } }),
    hasArrived: useArrival(payout, ({ state }) => state === "DISCARDED"),
    saved: m.payouts_discarded_done(),
    invalidates: CHANGED_PAYOUTS,
    onSaved: onClose,
  });
  return (
    <ReasonDialog
      title={m.payouts_discard()}
      text={<p>{m.payouts_discard_text(named(payout))}</p>}
      hint={m.payouts_discard_hint()}
      confirmLabel={m.payouts_discard()}
      isDangerous
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
