// Matches a line of the bank account with what it pays, or reopens it.
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatCalendarDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { FormCheckbox, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { FormSelect } from "@/shared/form/FormSelect";
import { requiredText } from "@/shared/form/rules";
import { useField } from "@/shared/form/useField";
import { useZodForm } from "@/shared/form/useZodForm";
import { FieldError } from "@/ui/form/FieldError";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { Dialog } from "@/ui/overlay/Dialog";
import {
  closestFirst,
  depositText,
  fileText,
  isSame,
  payoutText,
  resolutionsFor,
  resolutionText,
  WITH_REASON,
} from "./labels";
import { CHANGED_BANK, targetsQuery, type BankLine, type BankTargets, type Resolution } from "./queries";

interface LineDialogProps {
  line: BankLine;
  onClose: () => void;
}

interface MatchDialogProps extends LineDialogProps {
  /** Whether there are several bank accounts. */
  hasAccounts: boolean;
}

const FEE = /^(\d{1,7}([.,]\d{1,2})?)?$/;

/** Returns an empty text as 0, and a comma as a point. */
const feeOf = (text: string) => Number(text.replace(",", ".") || "0");

const schema = () =>
  z
    .object({
      resolution: z.string(),
      deposits: z.record(z.string(), z.boolean()),
      exportId: z.string(),
      payoutId: z.string(),
      fee: z.string().check(
        z.trim(),
        z.refine((text) => FEE.test(text), m.bank_fee_wrong()),
      ),
      reason: z.string().check(z.trim(), z.maxLength(500)),
    })
    .check(
      z.refine(({ resolution, reason }) => reason !== "" || !WITH_REASON.includes(resolution as Resolution), {
        message: m.form_required({ field: m.bank_reason() }),
        path: ["reason"],
      }),
    );

type Values = z.infer<ReturnType<typeof schema>>;

function bodyOf({ resolution, deposits, exportId, payoutId, fee, reason }: Values) {
  const chosen = Object.keys(deposits).filter((id) => deposits[id]);
  return {
    resolution: resolution as Resolution,
    ...(resolution === "DEPOSITS" && { depositIds: chosen, fee: feeOf(fee) }),
    ...(resolution === "PAYOUT_FILE" && { exportId }),
    ...(resolution.startsWith("PAYOUT") && resolution !== "PAYOUT_FILE" && { payoutId }),
    ...(reason !== "" && { reason }),
  };
}

/** Boxes of the deposits that arrived with the line. */
function DepositBoxes({ deposits }: { deposits: BankTargets["deposits"] }) {
  const { error } = useField("depositIds");
  return (
    <fieldset>
      <legend className="font-bold">{m.bank_deposits()}</legend>
      <div className="max-h-60 overflow-y-auto">
        {deposits.map((deposit) => (
          <FormCheckbox key={deposit.id} name={`deposits.${deposit.id}`} label={depositText(deposit)} />
        ))}
      </div>
      <FieldError id="bank-deposits-error" message={error} />
    </fieldset>
  );
}

function MatchForm({ line, targets, hasAccounts, onClose }: MatchDialogProps & { targets: BankTargets }) {
  const { amount } = line;
  const choices = resolutionsFor(line, targets, hasAccounts);
  const deposits = closestFirst(targets.deposits, ({ net }) => net, amount);
  const files = closestFirst(targets.files, ({ total }) => -total, amount);
  const unpaid = targets.payouts.filter(({ isReturned }) => !isReturned);
  const returned = targets.payouts.filter(({ isReturned }) => isReturned);
  const payouts = amount < 0 ? closestFirst(unpaid, (one) => -one.amount, amount) : returned;
  const form = useZodForm(schema(), {
    resolution: choices[0] ?? "FEE",
    deposits: Object.fromEntries(
      deposits.map(({ id, net }, index) => [id, index === 0 && isSame(net, amount)]),
    ),
    exportId: files[0]?.id ?? "",
    payoutId: payouts[0]?.id ?? "",
    fee: "",
    reason: "",
  });
  const resolution = useWatch({ control: form.control, name: "resolution" });
  const { submit } = useSave({
    save: (values: Values) =>
      call("put", "/api/v1/Books/bank-lines/{id}/matched", { path: { id: line.id }, body: bodyOf(values) }),
    isRepeatable: true,
    saved: m.bank_matched(),
    invalidates: CHANGED_BANK,
    onSaved: onClose,
  });
  return (
    <Form form={form} onSubmit={submit} submitLabel={m.bank_match()} isUnguarded>
      <div className="grid gap-5">
        <FormSelect
          name="resolution"
          label={m.bank_meaning()}
          choices={choices.map((value) => ({ value, text: resolutionText(value) }))}
        />
        {resolution === "DEPOSITS" && (
          <>
            <DepositBoxes deposits={deposits} />
            <FormTextField
              name="fee"
              label={m.bank_fee()}
              hint={m.bank_fee_hint()}
              inputMode="decimal"
              autoComplete="off"
            />
          </>
        )}
        {resolution === "PAYOUT_FILE" && (
          <FormSelect
            name="exportId"
            label={m.bank_is_payout_file()}
            choices={files.map((one) => ({ value: one.id, text: fileText(one) }))}
          />
        )}
        {(resolution === "PAYOUT" || resolution === "PAYOUT_RETURNED") && (
          <FormSelect
            name="payoutId"
            label={m.bank_is_payout()}
            choices={payouts.map((one) => ({ value: one.id, text: payoutText(one) }))}
          />
        )}
        <FormTextField
          name="reason"
          label={WITH_REASON.includes(resolution as Resolution) ? m.bank_reason() : m.bank_reason_optional()}
          autoComplete="off"
        />
      </div>
    </Form>
  );
}

/** Dialog that matches a line. */
export function MatchDialog(props: MatchDialogProps) {
  const { line, onClose } = props;
  const found = useQuery(targetsQuery).data;
  // The payouts of a bank file leave one account.
  const targets = found && {
    ...found,
    files: found.files.filter(({ accountId }) => accountId === line.accountId),
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.bank_match_title({ amount: formatMoney(line.amount) })}>
      <p className="mb-5 text-ink-soft">
        {formatCalendarDay(line.day)} · {line.text} {line.reference}
      </p>
      {targets ? <MatchForm {...props} targets={targets} /> : <SkeletonText />}
    </Dialog>
  );
}

const reopenSchema = () => z.object({ reason: requiredText(m.bank_reason(), 500) });

/** Dialog that reopens a matched line. */
export function ReopenLineDialog({ line, onClose }: LineDialogProps) {
  const form = useZodForm(reopenSchema(), { reason: "" });
  const { submit } = useSave({
    save: (body: z.infer<ReturnType<typeof reopenSchema>>) =>
      call("put", "/api/v1/Books/bank-lines/{id}/reopened", { path: { id: line.id }, body }),
    isRepeatable: true,
    saved: m.bank_reopened(),
    invalidates: CHANGED_BANK,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.bank_reopen_title()}>
      <Form form={form} onSubmit={submit} submitLabel={m.bank_reopen()} isUnguarded>
        <p className="mb-5">{m.bank_reopen_text()}</p>
        <FormTextField name="reason" label={m.bank_reason()} autoComplete="off" />
      </Form>
    </Dialog>
  );
}
