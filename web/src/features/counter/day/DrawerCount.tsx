import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createOnce } from "@/api/createOnce";
import { getLocale, m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { localText } from "@/lib/storage";
import { centsOf, inCents, inDollars, typedAmount } from "@/features/counter/redemption/amount";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";
import { TextField } from "@/ui/form/TextField";
import { toast } from "@/ui/overlay/toast";

const stored = localText("drawerCount");

/** Returns the cash count stored on this device, which keeps only the last one of one shop. */
function keptFor(place: string): string {
  const storedCount = stored.read() ?? "";
  return storedCount.startsWith(`${place} `) ? typedAmount(storedCount.slice(place.length + 1)) : "";
}

/** Returns the stored count of a day, in dollars. */
export function keptCount(vendorId: string, day: string): number | undefined {
  const cents = centsOf(keptFor(`${vendorId} ${day}`));
  return cents === undefined ? undefined : inDollars(cents);
}

interface DrawerCountProps {
  vendorId: string;
  day: string;
  /** Cash payouts in the ledger, in dollars. */
  paidOut: number;
}

/** Compares the counted cash payouts with the ledger, and closes the day with that count. */
export function DrawerCount({ vendorId, day, paidOut }: DrawerCountProps) {
  const place = `${vendorId} ${day}`;
  const [typed, setTyped] = useState(() => keptFor(place));
  const counted = centsOf(typed);
  const change = (text: string) => {
    const amount = typedAmount(text);
    setTyped(amount);
    stored.write(`${place} ${amount}`);
  };
  const close = useMutation({
    mutationFn: () =>
      createOnce("/api/v1/Vendors/{id}/counter-day/closed", {
        path: { id: vendorId },
        body: { day, ...(counted !== undefined && { counted: inDollars(counted) }) },
      }),
    onSuccess: ({ mailedManagers }) =>
      toast.success(mailedManagers > 0 ? m.counter_day_closed_mailed() : m.counter_day_closed()),
  });
  return (
    <div className={cx("flex flex-wrap items-end gap-x-6 gap-y-2", counted === undefined && "print:hidden")}>
      <TextField
        label={m.counter_day_counted()}
        hint={m.counter_day_counted_hint()}
        inputMode="decimal"
        autoComplete="off"
        value={getLocale() === "fr" ? typed.replace(".", ",") : typed}
        className="w-full max-w-96"
        onChange={({ target }) => change(target.value)}
      />
      <p aria-live="polite" className="min-h-[1.5em] pb-3 font-semibold">
        {counted !== undefined && <Verdict difference={counted - inCents(paidOut)} />}
      </p>
      <div className="w-full print:hidden">
        <Button isBusy={close.isPending} onClick={() => close.mutate()}>
          {m.counter_day_close()}
        </Button>
        <p className="mt-1 text-sm text-ink-soft">{m.counter_day_close_hint()}</p>
      </div>
    </div>
  );
}

/** `difference` is in cents. */
function Verdict({ difference }: { difference: number }) {
  if (difference === 0) return <span className="text-success">{m.counter_day_counted_equal()}</span>;
  const amount = formatMoney(inDollars(Math.abs(difference)));
  return (
    <span className="text-danger">
      {difference > 0 ? m.counter_day_counted_more({ amount }) : m.counter_day_counted_less({ amount })}
    </span>
  );
}
