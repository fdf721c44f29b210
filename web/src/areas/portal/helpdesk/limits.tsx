// Raised buying limits of buyers whom administrators know.
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { PagedSection, TableSection } from "@/areas/portal/kit/TableSection";
import { useSave } from "@/areas/portal/kit/useSave";
import { createOnce } from "@/api/createOnce";
import { ReasonDialog } from "@/features/counter/ReasonDialog";
import { m } from "@/i18n";
import { formatCalendarDate, formatMoment } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { typedDollars } from "@/lib/typedDollars";
import { FormDateField } from "@/shared/form/DateField";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredDate } from "@/shared/form/richRules";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { DecisionButton } from "@/shared/page/DecisionButton";
import type { Column } from "@/shared/table/DataTable";
import { Button } from "@/ui/form/Button";
import { Chip, type ChipTone } from "@/ui/list/Chip";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import { Money } from "@/ui/Money";
import { Named } from "./searchResults";
import { buyingLimitsQuery, CHANGED_WITH_AN_ORDER, limitsOfQuery, type BuyingLimit } from "./queries";

const standings: Partial<Record<string, { words: () => string; tone: ChipTone }>> = {
  WAITING: { words: m.helpdesk_limit_waiting, tone: "warning" },
  IN_FORCE: { words: m.helpdesk_limit_in_force, tone: "success" },
  OVER: { words: m.helpdesk_limit_over, tone: "neutral" },
  DECLINED: { words: m.helpdesk_limit_declined, tone: "neutral" },
  ENDED: { words: m.helpdesk_limit_ended, tone: "neutral" },
};

/** Returns the names of the administrators who requested and decided. */
function peopleOf(limit: BuyingLimit): string {
  const { state, requestedByName: asker, decidedByName: who } = limit;
  if (asker === null) return "";
  if (who === null || state === "DECLINED") return m.helpdesk_limit_by({ who: asker });
  if (limit.isByOne) return m.helpdesk_limit_by_one({ who });
  return `${m.helpdesk_limit_by({ who: asker })} · ${m.helpdesk_limit_agreed_by({ who })}`;
}

function Standing({ limit }: { limit: BuyingLimit }) {
  const { state, decidedByName, requestedAt, reason, declineReason, isEndedByReversal } = limit;
  const standing = standings[state];
  const declined = limit.isWithdrawn ? m.helpdesk_limit_withdrawn_by : m.helpdesk_limit_declined_by;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={standing?.tone ?? "neutral"}>{standing?.words() ?? state}</Chip>
        <span className="text-sm whitespace-nowrap text-ink-soft">{formatMoment(requestedAt)}</span>
      </span>
      <span className="mt-1 block text-sm">{reason}</span>
      {isEndedByReversal && <span className="block text-sm">{m.helpdesk_limit_reversed()}</span>}
      <span className="block text-sm text-ink-soft">{peopleOf(limit)}</span>
      {declineReason !== null && (
        <span className="block text-sm">
          {declined({ who: decidedByName ?? "–", reason: declineReason })}
        </span>
      )}
    </>
  );
}

const about: readonly Column<BuyingLimit>[] = [
  { id: "state", label: m.helpdesk_limit_state, cell: (limit) => <Standing limit={limit} /> },
  {
    id: "until",
    label: m.helpdesk_limit_until,
    className: "whitespace-nowrap",
    cell: ({ endsOn }) => (endsOn === null ? "–" : formatCalendarDate(endsOn)),
  },
  {
    id: "amount",
    label: m.helpdesk_limit_amount,
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
];

const withBuyer: readonly Column<BuyingLimit>[] = [
  {
    id: "buyer",
    label: m.orders_buyer,
    cell: ({ buyerName, buyerEmail }) => <Named name={buyerName} email={buyerEmail} />,
  },
  ...about,
];

/** Limits of all buyers that are pending or in force. */
export function BuyingLimits() {
  const [page, setPage] = useState(1);
  const originHere = useOriginHere();
  return (
    <PagedSection
      title={m.helpdesk_limits()}
      note={m.helpdesk_limits_text()}
      none={m.helpdesk_limits_none()}
      pagesLabel={m.helpdesk_limits_pages()}
      query={useQuery(buyingLimitsQuery(page))}
      page={page}
      onPage={setPage}
      columns={withBuyer}
      idOf={({ id }) => id}
      linkOf={({ buyerId }) => adminPaths.person(buyerId)}
      linkState={originHere}
      actions={(limit) => <Decisions limit={limit} />}
    />
  );
}

/** Limits of one buyer, and the form that raises them. Renders nothing if none was ever raised. */
export function LimitsOfPerson({ id }: { id: string }) {
  const [isRaising, setIsRaising] = useState(false);
  const query = useQuery(limitsOfQuery(id));
  const found = query.data;
  const isWaiting = found?.limits.some(({ state }) => state === "WAITING");
  if (!found?.limits.length) return null;
  return (
    <>
      <TableSection
        title={m.helpdesk_limits()}
        rows={found.limits}
        query={query}
        columns={about}
        idOf={(limit) => limit.id}
        none={m.helpdesk_limits_none()}
        actions={(limit) => <Decisions limit={limit} />}
      />
      {!isWaiting && (
        <Button className="mt-3" aria-haspopup="dialog" onClick={() => setIsRaising(true)}>
          {m.helpdesk_limit_raise()}
        </Button>
      )}
      {isRaising && <RaiseDialog id={id} ceiling={found.ceiling} onClose={() => setIsRaising(false)} />}
    </>
  );
}

/** Form that raises a buyer's limit, on pages that don't list their limits. */
export function RaiseLimit({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery(limitsOfQuery(id)).data;
  return found ? <RaiseDialog id={id} ceiling={found.ceiling} onClose={onClose} /> : null;
}

const dollarsOf = (typed: string) => typedDollars(typed) ?? Number.NaN;

function limitSchema() {
  return z.object({
    amount: z.string().check(
      z.trim(),
      z.refine((text) => typedDollars(text) !== undefined, m.form_amount()),
    ),
    endsOn: requiredDate(m.helpdesk_limit_raise_until()),
    reason: requiredText(m.helpdesk_limit_raise_reason(), 200),
  });
}

interface RaiseDialogProps {
  id: string;
  ceiling: number;
  onClose: () => void;
}

function RaiseDialog({ id, ceiling, onClose }: RaiseDialogProps) {
  const form = useZodForm(limitSchema(), { amount: "", endsOn: "", reason: "" });
  const { submit } = useSave({
    save: ({ amount, ...rest }: z.infer<ReturnType<typeof limitSchema>>) =>
      createOnce("/api/v1/Helpdesk/people/{id}/buying-limits", {
        path: { id },
        body: { ...rest, amount: dollarsOf(amount) },
      }),
    saved: ({ amount }) =>
      dollarsOf(amount) > ceiling ? m.helpdesk_limit_asked() : m.helpdesk_limit_raised(),
    invalidates: CHANGED_WITH_AN_ORDER,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.helpdesk_limit_raise()}>
      <Form form={form} onSubmit={submit} submitLabel={m.helpdesk_limit_raise()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.helpdesk_limit_raise_text({ ceiling: formatMoney(ceiling) })}</p>
          <FormTextField
            name="amount"
            label={m.helpdesk_limit_raise_amount()}
            inputMode="decimal"
            leading="$"
            autoComplete="off"
          />
          <FormDateField
            name="endsOn"
            label={m.helpdesk_limit_raise_until()}
            hint={m.helpdesk_limit_raise_until_hint()}
          />
          <FormTextArea
            name="reason"
            label={m.helpdesk_limit_raise_reason()}
            hint={m.helpdesk_limit_raise_reason_hint()}
          />
        </div>
      </Form>
    </Dialog>
  );
}

type Asked = "approved" | "declined" | "ended";

/** Actions on a limit, by its state. */
function Decisions({ limit }: { limit: BuyingLimit }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const button = (what: Asked, label: string): ReactNode => (
    <Button size="small" aria-haspopup="dialog" onClick={() => setAsked(what)}>
      {label}
    </Button>
  );
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {limit.state === "WAITING" && !limit.isOwn && (
        <DecisionButton
          size="small"
          refusal={limit.refusal}
          aria-haspopup="dialog"
          onClick={() => setAsked("approved")}
        >
          {m.helpdesk_limit_approve()}
        </DecisionButton>
      )}
      {limit.state === "WAITING" &&
        button("declined", limit.isOwn ? m.helpdesk_refund_withdraw() : m.helpdesk_limit_decline())}
      {limit.state === "IN_FORCE" && button("ended", m.helpdesk_limit_end())}
      {asked === "approved" && <ApproveDialog limit={limit} onClose={close} />}
      {asked === "declined" && <ReasonedDialog limit={limit} what="declined" onClose={close} />}
      {asked === "ended" && <ReasonedDialog limit={limit} what="ended" onClose={close} />}
    </span>
  );
}

interface DecisionProps {
  limit: BuyingLimit;
  onClose: () => void;
}

function ApproveDialog({ limit, onClose }: DecisionProps) {
  const { id: limitId, buyerId: id, buyerName: name, endsOn } = limit;
  const { mutation } = useSave({
    save: () =>
      call("put", "/api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/approved", { path: { id, limitId } }),
    isRepeatable: true,
    saved: m.helpdesk_limit_approved(),
    invalidates: CHANGED_WITH_AN_ORDER,
    invalidatesAlways: true,
    onSaved: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.helpdesk_limit_approve_title({ name, amount: formatMoney(limit.amount) })}
      confirmLabel={m.helpdesk_limit_approve()}
      mutation={mutation}
      variables={undefined}
    >
      {m.helpdesk_limit_approve_text({ day: endsOn === null ? "–" : formatCalendarDate(endsOn) })}
    </ConfirmDialog>
  );
}

const reasoned = {
  declined: {
    path: "/api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/declined",
    title: m.helpdesk_limit_decline_title,
    text: m.helpdesk_limit_decline_text,
    label: m.helpdesk_limit_decline,
    saved: m.helpdesk_limit_was_declined,
  },
  ended: {
    path: "/api/v1/Helpdesk/people/{id}/buying-limits/{limitId}/ended",
    title: m.helpdesk_limit_end_title,
    text: m.helpdesk_limit_end_text,
    label: m.helpdesk_limit_end,
    saved: m.helpdesk_limit_was_ended,
  },
} as const;

/** Withdrawal of the administrator's own request. */
const withdrawal = {
  ...reasoned.declined,
  title: m.helpdesk_limit_withdraw_title,
  label: m.helpdesk_refund_withdraw,
  saved: m.helpdesk_limit_was_withdrawn,
} as const;

function ReasonedDialog({ limit, what, onClose }: DecisionProps & { what: "declined" | "ended" }) {
  const isWithdrawal = what === "declined" && limit.isOwn;
  const { path, title, text, label, saved } = isWithdrawal ? withdrawal : reasoned[what];
  const { submit } = useSave({
    save: (reason: string) =>
      call("put", path, { path: { id: limit.buyerId, limitId: limit.id }, body: { reason } }),
    isRepeatable: true,
    saved: saved(),
    invalidates: CHANGED_WITH_AN_ORDER,
    // Another administrator may have decided meanwhile.
    invalidatesAlways: true,
    onSaved: onClose,
  });
  return (
    <ReasonDialog
      title={title()}
      text={<p>{text()}</p>}
      hint={m.helpdesk_cancel_hint()}
      confirmLabel={label()}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
