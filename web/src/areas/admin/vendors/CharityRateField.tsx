import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { FormSelect } from "@/shared/form/FormSelect";
import { CHARITY_RATES } from "./schema";

/** What the cause gets of a card. */
export function CharityRateField() {
  return (
    <FormSelect
      name="charityRate"
      label={m.tenants_charity_rate()}
      hint={m.vendors_rate_hint()}
      choices={CHARITY_RATES.map((rate) => ({ value: String(rate), text: formatPercent(rate) }))}
    />
  );
}
