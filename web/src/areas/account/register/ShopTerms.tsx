import { useId } from "react";
import { useController } from "react-hook-form";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { amountsOf } from "@/lib/cardAmounts";
import { formatMoney, formatPercent, formatPrice } from "@/lib/money";
import { FormSelect } from "@/shared/form/FormSelect";
import { Checkbox } from "@/ui/form/Checkbox";
import { FieldError } from "@/ui/form/FieldError";
import { FieldGroup } from "./FieldGroup";

/** In dollars. */
const AMOUNTS = [25, 50, 75, 100];
const RATES = [10, 9, 8, 7, 6, 5];
/** Platform fee in percent of a card's value, unless agreed otherwise. */
const PLATFORM_RATE = 5;
const EXAMPLE = 50;

/** Costs and payouts of a shop, explained before the form. */
export function WhatItCosts() {
  const [fee, share] = [(EXAMPLE * PLATFORM_RATE) / 100, brand.hasCharities ? EXAMPLE / 10 : 0];
  const platform = formatMoney(fee);
  const cause = formatMoney(share);
  const price = formatPrice(EXAMPLE);
  const lines = [
    m.account_costs_nothing(),
    m.account_costs_platform({
      price,
      amount: platform,
      percent: formatPercent(PLATFORM_RATE),
      brand: brand.name,
    }),
    ...(brand.hasCharities ? [m.account_costs_cause({ price, amount: cause })] : []),
    m.account_costs_tax({ amount: platform }),
    m.account_costs_rest({ price, amount: formatMoney(EXAMPLE - fee - share) }),
    m.account_costs_answer(),
  ];
  return (
    <section className="mb-10 rounded-panel border border-line bg-surface p-5">
      <h2 className="text-xl">{m.account_costs()}</h2>
      <ul className="mt-3 grid list-disc gap-1.5 ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** Checkboxes for the card amounts. The form value is the string that the API expects. */
export function AmountsField({ name }: { name: string }) {
  const { field, fieldState } = useController<Record<string, string>>({ name });
  const errorId = useId();
  const error = fieldState.error?.message;
  const chosen = amountsOf(field.value ?? "");
  const toggle = (amount: number) => {
    const next = AMOUNTS.filter((one) => (one === amount) !== chosen.includes(one));
    field.onChange(next.map((one) => `Amount${one}`).join(","));
  };
  return (
    <fieldset className="sm:col-span-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-semibold">{m.account_terms_amounts()}</legend>
      <div className="flex flex-wrap gap-x-6">
        {AMOUNTS.map((amount) => (
          <Checkbox
            key={amount}
            label={formatPrice(amount)}
            checked={chosen.includes(amount)}
            onChange={() => toggle(amount)}
          />
        ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  );
}

/** Fields for a shop's card amounts and for the share that a cause receives. */
export function ShopTerms() {
  return (
    <FieldGroup title={m.account_terms()}>
      <AmountsField name="businessInfo.cardAmount" />
      {brand.hasCharities && (
        <FormSelect
          name="businessInfo.charityRate"
          label={m.account_terms_rate()}
          choices={RATES.map((rate) => ({ value: String(rate), text: formatPercent(rate) }))}
        />
      )}
      <p className="text-sm text-ink-soft sm:col-span-2">{m.account_terms_bank()}</p>
    </FieldGroup>
  );
}
