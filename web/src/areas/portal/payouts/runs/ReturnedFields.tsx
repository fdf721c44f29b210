// Fields for the payments of a bank file that the bank returned.
import { useState } from "react";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Select } from "@/ui/form/Select";
import { TextField } from "@/ui/form/TextField";
import type { Payout } from "@/areas/portal/payouts/queries";

export interface Returned {
  payoutId: string;
  reason: string;
  reference: string;
}

interface ReturnedFieldsProps {
  payouts: readonly Payout[];
  returned: readonly Returned[];
  onChange: (returned: readonly Returned[]) => void;
}

export function ReturnedFields({ payouts, returned, onChange }: ReturnedFieldsProps) {
  const left = payouts.filter(({ id, failureRequest }) => {
    return failureRequest === null && returned.every(({ payoutId }) => payoutId !== id);
  });
  const nameOf = (id: string) => payouts.find((payout) => payout.id === id)?.tenantName ?? "";
  const change = (position: number, changes: Partial<Returned>) =>
    onChange(returned.map((one, at) => (at === position ? { ...one, ...changes } : one)));
  const add = (payoutId: string) => {
    if (payoutId !== "") onChange([...returned, { payoutId, reason: "", reference: "" }]);
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">{m.runs_returned()}</legend>
      {returned.map((one, position) => (
        <div key={one.payoutId} className="grid gap-3 rounded-panel border border-line p-4">
          <div className="flex items-center justify-between gap-3">
            <strong className="min-w-0 wrap-anywhere">{nameOf(one.payoutId)}</strong>
            <Button
              size="small"
              variant="quiet"
              onClick={() => onChange(returned.filter(({ payoutId }) => payoutId !== one.payoutId))}
            >
              <Icon name="x" size={20} />
              {m.runs_returned_remove()}
            </Button>
          </div>
          <TextField
            label={m.payouts_return_reference()}
            hint={m.payouts_return_reference_hint()}
            value={one.reference}
            autoComplete="off"
            required
            onChange={(event) => change(position, { reference: event.target.value })}
          />
          <TextField
            label={m.counter_reason()}
            hint={m.payouts_mark_failed_hint()}
            value={one.reason}
            autoComplete="off"
            required
            onChange={(event) => change(position, { reason: event.target.value })}
          />
        </div>
      ))}
      {left.length > 0 && <ReturnedChoice payouts={left} onChoose={add} />}
    </fieldset>
  );
}

function ReturnedChoice({
  payouts,
  onChoose,
}: {
  payouts: readonly Payout[];
  onChoose: (id: string) => void;
}) {
  const [chosen, setChosen] = useState("");
  return (
    <Select
      label={m.runs_returned_add()}
      value={chosen}
      choices={[
        { value: "", text: m.runs_returned_none() },
        ...payouts.map(({ id, tenantName, amount }) => ({
          value: id,
          text: `${tenantName}, ${formatMoney(amount)}`,
        })),
      ]}
      onChange={(event) => {
        onChoose(event.target.value);
        setChosen("");
      }}
    />
  );
}
