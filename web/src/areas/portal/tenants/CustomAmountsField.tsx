import { useId } from "react";
import { m } from "@/i18n";
import { formatPrice } from "@/lib/money";
import { MAX_CUSTOM_AMOUNT, MIN_CUSTOM_AMOUNT } from "@/lib/cardAmounts";
import { useControlledField } from "@/shared/form/useControlledField";
import { FieldError } from "@/ui/form/FieldError";
import { TextField } from "@/ui/form/TextField";

interface CustomAmountsFieldProps {
  name: string;
  className?: string | undefined;
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, "").slice(0, 3);

/** Field for the limits of a shop's custom amounts. The value is in the API's format: "10-200". */
export function CustomAmountsField({ name, className }: CustomAmountsFieldProps) {
  const { value, pick, wiring, error } = useControlledField<string | undefined>(name);
  const { ref, onBlur } = wiring;
  const [hintId, errorId] = [useId(), useId()];
  const [from = "", to = ""] = (value ?? "").split("-");
  const write = (least: string, most: string) => pick(least === "" && most === "" ? "" : `${least}-${most}`);
  const common = { name, leading: "$", inputMode: "numeric", autoComplete: "off", isOptional: true } as const;
  return (
    <fieldset className={className} aria-describedby={error ? `${hintId} ${errorId}` : hintId}>
      <legend className="mb-1.5 font-semibold">{m.tenants_custom_amount()}</legend>
      <p id={hintId} className="mb-2 text-sm text-ink-soft">
        {m.tenants_custom_amount_hint({
          least: formatPrice(MIN_CUSTOM_AMOUNT),
          most: formatPrice(MAX_CUSTOM_AMOUNT),
        })}
      </p>
      <div className="grid grid-cols-2 gap-3 sm:max-w-100">
        <TextField
          {...common}
          ref={ref}
          label={m.tenants_custom_amount_from()}
          value={from}
          onBlur={onBlur}
          onChange={(event) => write(digitsOf(event.target.value), to)}
        />
        <TextField
          {...common}
          label={m.tenants_custom_amount_to()}
          value={to}
          onBlur={onBlur}
          onChange={(event) => write(from, digitsOf(event.target.value))}
        />
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}
