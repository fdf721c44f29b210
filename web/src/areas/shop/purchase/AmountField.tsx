import { useState } from "react";
import { m } from "@/i18n";
import type { CustomAmounts } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { useControlledField } from "@/shared/form/useControlledField";
import { AmountButtons } from "@/ui/form/AmountButtons";
import { TextField } from "@/ui/form/TextField";

interface AmountFieldProps {
  amounts: readonly number[];
  /** Limits of custom amounts; undefined if the shop sells none. */
  custom: CustomAmounts | undefined;
}

/** Parses a number with a decimal comma or point. Returns 0 for any other text. */
function amountIn(text: string): number {
  const amount = Number(text.trim().replace(",", "."));
  return Number.isFinite(amount) ? amount : 0;
}

/** Buttons for a shop's amounts, and a field for a custom amount. */
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
