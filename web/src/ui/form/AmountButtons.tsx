import { useId } from "react";
import { formatPrice } from "@/lib/money";
import { FieldError } from "./FieldError";
import type { RadioGroupProps } from "./RadioGroup";

type AmountButtonsProps = Omit<RadioGroupProps, "choices" | "value" | "onPick"> & {
  /** Amounts in dollars, shown in ascending order. */
  amounts: readonly number[];
  value: number | undefined;
  onPick: (amount: number) => void;
  /** Hides the legend if a heading above has the same text. */
  isLegendHidden?: boolean | undefined;
};

/** A shop's card amounts: radio buttons drawn as large tiles. */
export function AmountButtons({
  legend,
  amounts,
  value,
  onPick,
  error,
  isLegendHidden = false,
  className,
  ref,
  ...input
}: AmountButtonsProps) {
  const ownName = useId();
  const errorId = useId();
  return (
    <fieldset className={className} aria-describedby={error ? errorId : undefined}>
      <legend className={isLegendHidden ? "sr-only" : "mb-2 font-semibold"}>{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(120px,40%),1fr))] gap-3">
        {amounts
          .toSorted((a, b) => a - b)
          .map((amount, index) => (
            <label key={amount} className="amount">
              <input
                {...input}
                ref={index === 0 ? ref : undefined}
                type="radio"
                name={input.name ?? ownName}
                value={amount}
                checked={amount === value}
                onChange={() => onPick(amount)}
              />
              {formatPrice(amount)}
            </label>
          ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}
