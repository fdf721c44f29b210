import { useEffect, useRef } from "react";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { useProfile } from "@/session/current";
import { isAdministrator, isVendorStaff } from "@/session/can";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { LinkButton } from "@/ui/form/LinkButton";
import { Money } from "@/ui/Money";
import { inCents, inDollars } from "./amount";
import type { CardMovement } from "@/features/counter/card/cards";
import { useNextCardPath } from "@/features/counter/slot/counterRoutes";
import { UndoRedemption } from "@/features/counter/reversal/UndoRedemption";

interface RedeemResultProps {
  movement: CardMovement;
  /** Amount that the card could not pay, in cents. */
  owed: number;
  onClose: () => void;
  /** Whether the result is beside the search field for the next card. */
  isInline?: boolean | undefined;
}

/** Result of a redemption: the amount, and the balance before and after. */
export function RedeemResult({ movement, owed, onClose, isInline = false }: RedeemResultProps) {
  const { value, balance } = movement;
  const before = inDollars(inCents(balance) + inCents(value));
  const profile = useProfile();
  const nextPlace = useNextCardPath();
  const canScan = isVendorStaff(profile);
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div className="grid justify-items-center gap-5 pt-2 text-center">
      <span className="grid place-items-center w-21 aspect-square rounded-full bg-success-quiet text-success">
        <Icon name="check" size={44} />
      </span>
      <p className="font-display text-2xl/[1.15] font-title" role="status">
        {m.counter_taken({ amount: formatMoney(value) })}
      </p>
      <dl className="flex items-end justify-center gap-5 text-lg/normal [&_dt]:text-sm/normal [&_dt]:text-ink-soft">
        <div>
          <dt>{m.counter_before()}</dt>
          <dd>
            <Money amount={before} />
          </dd>
        </div>
        <Icon name="arrow-right" size={24} className="text-ink-soft" />
        <div>
          <dt>{m.counter_now()}</dt>
          <dd className="text-2xl/[1.1] font-[750]">
            <Money amount={balance} />
          </dd>
        </div>
      </dl>
      <PaceLeft movement={movement} />
      {owed > 0 && (
        <p className="w-full py-4 px-5 rounded-control bg-danger-quiet text-danger text-lg/normal font-bold">
          {m.counter_still_owes({ amount: formatMoney(inDollars(owed)) })}
        </p>
      )}
      <div className="mt-2 grid w-full auto-cols-fr grid-flow-col gap-3 [&_.button]:px-3 [&_.button]:whitespace-normal">
        {!isInline && (
          <Button ref={done} size="large" variant={canScan ? "secondary" : "primary"} onClick={onClose}>
            {m.counter_done()}
          </Button>
        )}
        {canScan && (
          <LinkButton to={nextPlace} size="large" variant="primary">
            <Icon name="scan-line" size={22} />
            {m.counter_next_card()}
          </LinkButton>
        )}
      </div>
      {!isAdministrator(profile) && <UndoRedemption movement={movement} onUndone={onClose} />}
    </div>
  );
}

/** Amount that the clerk may still redeem this hour without a manager's approval. */
function PaceLeft({ movement: { redemptionsLeft, amountLeft } }: { movement: CardMovement }) {
  if (redemptionsLeft === null || amountLeft === null) return null;
  return (
    <p className="w-full rounded-control bg-warning-quiet px-5 py-3 font-semibold text-warning">
      {m.counter_pace_left({ count: redemptionsLeft, amount: formatMoney(amountLeft) })}
    </p>
  );
}
