import { useId } from "react";
import { amountsOf, labelsOf, OFFERED_AMOUNTS } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { useControlledField } from "@/shared/form/useControlledField";
import { FieldError } from "@/ui/form/FieldError";

interface CardAmountsFieldProps {
  name: string;
  legend: string;
  className?: string | undefined;
}

/** Field for the amounts of a shop's cards. The value is in the API's format. */
export function CardAmountsField({ name, legend, className }: CardAmountsFieldProps) {
  const { value, pick, wiring, error } = useControlledField<string | undefined>(name);
  const errorId = useId();
  const amounts = amountsOf(value ?? "");
  const toggle = (amount: number) => {
    const rest = amounts.filter((each) => each !== amount);
    pick(labelsOf(rest.length === amounts.length ? [...amounts, amount] : rest));
  };
  return (
    <fieldset className={className} aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-3">
        {OFFERED_AMOUNTS.map((amount, index) => (
          <label key={amount} className="amount">
            <input
              ref={index === 0 ? wiring.ref : undefined}
              type="checkbox"
              name={name}
              value={amount}
              checked={amounts.includes(amount)}
              aria-invalid={error ? true : undefined}
              onBlur={wiring.onBlur}
              onChange={() => toggle(amount)}
            />
            {formatPrice(amount)}
          </label>
        ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}
