import { useId } from "react";
import { formatPrice } from "@/lib/money";
import { FieldError } from "./FieldError";
import type { RadioGroupProps } from "./RadioGroup";

type AmountButtonsProps = Omit<RadioGroupProps, "choices" | "value" | "onPick"> & {
  /** In dollars. Shown in ascending order, whatever order they come in. */
  amounts: readonly number[];
  value: number | undefined;
  onPick: (amount: number) => void;
  /** A heading above says the same already. */
  isLegendHidden?: boolean | undefined;
};

/** The card amounts of a shop: radio buttons drawn as large dollar tiles. */
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
