import { useState } from "react";
import { m } from "@/i18n";
import type { CustomAmounts } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { useControlledField } from "@/shared/form/useControlledField";
import { AmountButtons } from "@/ui/AmountButtons";
import { TextField } from "@/ui/TextField";

interface AmountFieldProps {
  amounts: readonly number[];
  /** Limits of the other amounts, where the shop sells any. */
  custom: CustomAmounts | undefined;
}

/** The number that was typed, with a comma or a point; 0 for anything else. */
function amountIn(text: string): number {
  const amount = Number(text.trim().replace(",", "."));
  return Number.isFinite(amount) ? amount : 0;
}

/** The amounts of a shop as buttons, and a field beside them for any other. */
export function AmountField({ amounts, custom }: AmountFieldProps) {
  const { value, pick, wiring, error } = useControlledField<number>("amount");
  const [text, setText] = useState(() => (value > 0 && !amounts.includes(value) ? String(value) : ""));
  const isTyped = text !== "";
  const { ref, ...names } = wiring;
  return (
    <div className="grid gap-4">
      <AmountButtons
        {...names}
        ref={isTyped ? undefined : ref}
        legend={m.purchase_amount()}
        isLegendHidden
        amounts={amounts}
        value={isTyped ? undefined : value}
        onPick={(amount) => {
          setText("");
          pick(amount);
        }}
        error={isTyped ? undefined : error}
      />
      {custom && (
        <TextField
          ref={isTyped ? ref : undefined}
          label={m.purchase_other_amount()}
          hint={m.purchase_other_amount_hint({ from: formatPrice(custom.from), to: formatPrice(custom.to) })}
          leading="$"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          isOptional
          value={text}
          onBlur={names.onBlur}
          onChange={(event) => {
            setText(event.target.value);
            pick(amountIn(event.target.value));
          }}
          error={isTyped ? error : undefined}
        />
      )}
    </div>
  );
}
