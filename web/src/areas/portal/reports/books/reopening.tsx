// Reopening of the last closed month: one administrator asks, a second one decides.
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoment, formatMonth } from "@/lib/dates";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { Dialog } from "@/ui/overlay/Dialog";
import { CHANGED_MONTHS, reopeningsQuery, type MonthReopening } from "./queries";

const schema = () => z.object({ reason: requiredText(m.books_reason(), 500) });

/** Dialog that asks a second administrator to reopen a month. */
export function ReopenDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const form = useZodForm(schema(), { reason: "" });
  const { submit } = useSave({
    save: (body: z.infer<ReturnType<typeof schema>>) =>
      call("post", "/api/v1/Books/reopenings", { body: { ...body, month } }),
    isRepeatable: true,
    saved: m.books_reopening_asked(),
    invalidates: CHANGED_MONTHS,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.books_reopen_title({ month: formatMonth(month) })}>
      <Form form={form} onSubmit={submit} submitLabel={m.books_reopen_ask()} isUnguarded>
        <p className="mb-5">{m.books_reopen_text()}</p>
        <FormTextField name="reason" label={m.books_reason()} autoComplete="off" />
      </Form>
    </Dialog>
  );
}

/** A request that waits, with the buttons of the second administrator. */
function WaitingReopening({ reopening }: { reopening: MonthReopening }) {
  const { id, month, reason, askedAt, askedByName, refusal } = reopening;
  const decide = (verdict: "approved" | "declined") =>
    call("put", `/api/v1/Books/reopenings/{id}/${verdict}`, { path: { id } });
  const { mutation: approval } = useSave({
    save: () => decide("approved"),
    isRepeatable: true,
    saved: m.books_reopened({ month: formatMonth(month) }),
    invalidates: CHANGED_MONTHS,
  });
  const { mutation: refusing } = useSave({
    save: () => decide("declined"),
    isRepeatable: true,
    saved: m.books_reopening_declined(),
    invalidates: CHANGED_MONTHS,
  });
  return (
    <Notice>
      <p>
        {m.books_reopening_waits({
          who: askedByName ?? "–",
          month: formatMonth(month),
          moment: formatMoment(askedAt),
        })}
      </p>
      <p className="text-ink-soft">{reason}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <DecisionButton
          size="small"
          refusal={refusal}
          isBusy={approval.isPending}
          onClick={() => approval.mutate(undefined)}
        >
          {m.books_reopen()}
        </DecisionButton>
        <Button
          size="small"
          variant="secondary"
          isBusy={refusing.isPending}
          onClick={() => refusing.mutate(undefined)}
        >
          {m.books_reopening_decline()}
        </Button>
      </div>
    </Notice>
  );
}

/** Requests that wait for a second administrator. */
export function WaitingReopenings() {
  const waiting = useQuery(reopeningsQuery).data?.items.filter(({ isApproved }) => isApproved === null) ?? [];
  if (waiting.length === 0) return null;
  return (
    <div className="mt-4 grid gap-3">
      {waiting.map((reopening) => (
        <WaitingReopening key={reopening.id} reopening={reopening} />
      ))}
    </div>
  );
}
