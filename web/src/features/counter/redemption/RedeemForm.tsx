import { useEffect, useRef, useState, type CSSProperties, type FormEvent, type KeyboardEvent } from "react";
import { getLocale, m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/form/Button";
import { FieldError } from "@/ui/form/FieldError";
import { Notice } from "@/ui/layout/Notice";
import { TextField } from "@/ui/form/TextField";
import { AmountPad } from "./AmountPad";
import {
  asTyped,
  centsOf,
  chargeOf,
  faultOf,
  inDollars,
  inThousands,
  isBill,
  isUnlikely,
  typedBill,
} from "./amount";

interface RedeemFormProps {
  /** Whether the card was found by name and not shown, which the shop allows. */
  isUnseen: boolean;
  /** Balance of the card, in cents. */
  balance: number;
  /** Digits that were typed before the form was mounted. */
  typedBefore?: string | undefined;
  /** Whether users from outside the shop must give a reason, which managers and the cardholder see. */
  needsReason: boolean;
  isSending: boolean;
  onRedeem: (charge: { taken: number; owed: number; reason: string | undefined }) => void;
}

const AMOUNT = "till-amount";
const FAULT = "till-amount-fault";

/** Width of a separator, compared with a digit. */
const SEPARATOR_WIDTH = 0.3;

/** Width for browsers that don't size fields by their content. */
function inputWidthStyle(typed: string): CSSProperties & Record<"--typed", number> {
  const digits = typed.replaceAll(/\D/g, "").length;
  return { "--typed": Math.max(digits + (typed.length - digits) * SEPARATOR_WIDTH, 1) };
}

/** Form for the bill, typed on the pad, on a keyboard or as a quick amount. It shows beforehand what the card can't pay. */
export function RedeemForm(props: RedeemFormProps) {
  const { isUnseen, balance, typedBefore = "", needsReason, isSending, onRedeem } = props;
  const [typed, setTyped] = useState(() => typedBill(typedBefore));
  const [isTouched, setIsTouched] = useState(false);
  const [reason, setReason] = useState("");
  /** Whether the user was asked to confirm a bill far above the balance. */
  const [isAsked, setIsAsked] = useState(false);

  const input = useRef<HTMLInputElement>(null);
  // The user opens this form to type an amount.
  useEffect(() => input.current?.focus(), []);

  const bill = centsOf(typed);
  const { taken, left, owed } = chargeOf(isBill(bill) ? bill : 0, balance);
  const fault = isTouched ? faultOf(bill, balance) : undefined;
  const shown = getLocale() === "fr" ? inThousands(typed).replace(".", ",") : inThousands(typed);
  const isReasonMissing = needsReason && reason.trim() === "";

  const type = (text: string) => {
    setTyped(typedBill(text));
    setIsTouched(false);
    setIsAsked(false);
  };
  const redeem = (event: FormEvent) => {
    event.preventDefault();
    setIsTouched(true);
    if (isSending || faultOf(bill, balance) || isReasonMissing) return;
    if (isUnlikely(bill ?? 0, balance) && !isAsked) return setIsAsked(true);
    onRedeem({ taken, owed, reason: needsReason ? reason.trim() : undefined });
  };
  /** Clears the amount when a card is scanned again, including its first digits. */
  const forgetScanned = (event: KeyboardEvent) => {
    if (event.defaultPrevented) setTyped("");
  };

  return (
    <form onSubmit={redeem} noValidate className="grid gap-3.5">
      {isUnseen && (
        <p className="py-2 px-3 rounded-control bg-warning-quiet text-warning font-semibold">
          {m.counter_unseen()}
        </p>
      )}
      <div
        className="rounded-control border-2 border-line-strong px-5 pt-3 pb-3.5 text-center focus-within:border-focus data-invalid:border-danger [&_[aria-live]>p]:justify-center"
        data-invalid={fault !== undefined || undefined}
      >
        <label htmlFor={AMOUNT} className="text-ink-soft">
          {m.counter_bill()}
        </label>
        <span className="flex justify-center overflow-hidden font-display text-4xl/[1.1] font-title tabular-nums">
          {getLocale() === "en" && <span aria-hidden="true">$</span>}
          {/* The pad replaces a phone's own keyboard. */}
          <input
            ref={input}
            id={AMOUNT}
            inputMode="none"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0"
            value={shown}
            style={inputWidthStyle(shown)}
            className="field-sizing-content h-[1.1em] max-w-full min-w-[0.7ch] border-0 bg-transparent p-0 text-center caret-brand outline-none [font:inherit] not-supports-[field-sizing:content]:w-[calc(var(--typed)*1ch)] placeholder:text-ink-soft placeholder:opacity-45"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? FAULT : undefined}
            onChange={({ target }) => type(target.value)}
            onKeyDown={forgetScanned}
          />
          {getLocale() === "fr" && <span aria-hidden="true">&nbsp;$</span>}
        </span>
        <FieldError id={FAULT} message={fault} />
        <p className="min-h-[1.5em] font-semibold" aria-live="polite">
          {owed > 0 && (
            <span className="text-danger">
              {m.counter_still_owes({ amount: formatMoney(inDollars(owed)) })}
            </span>
          )}
          {owed === 0 &&
            !fault &&
            (bill === undefined || isBill(bill)) &&
            m.counter_will_be_left({ amount: formatMoney(inDollars(left)) })}
        </p>
      </div>
      <AmountPad
        balance={balance}
        onKey={(key) => type(typed + key)}
        onErase={() => type(typed.slice(0, -1))}
        onAmount={(cents) => type(asTyped(cents))}
      />
      {needsReason && (
        <TextField
          label={m.counter_reason()}
          hint={m.counter_reason_hint()}
          value={reason}
          maxLength={200}
          autoComplete="off"
          error={isTouched && isReasonMissing ? m.form_required({ field: m.counter_reason() }) : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {isAsked && (
        <Notice tone="danger">
          {m.counter_unlikely({
            bill: formatMoney(inDollars(bill ?? 0)),
            balance: formatMoney(inDollars(balance)),
          })}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="large" isBusy={isSending} className="w-full">
        {isAsked
          ? m.counter_unlikely_confirm({ amount: formatMoney(inDollars(taken)) })
          : taken > 0
            ? m.counter_redeem_amount({ amount: formatMoney(inDollars(taken)) })
            : m.counter_redeem()}
      </Button>
    </form>
  );
}
