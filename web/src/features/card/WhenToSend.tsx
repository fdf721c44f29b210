import { useFormContext } from "react-hook-form";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { formatHour } from "@/lib/sendTime";
import { timeZoneChoices } from "@/lib/timeZones";
import { FormDateField } from "@/shared/form/DateField";
import { useControlledField } from "@/shared/form/useControlledField";
import { cx } from "@/ui/cx";
import { Select } from "@/ui/form/Select";
import { lastSendDay } from "./sendTimeShape";

/** Hour that is chosen first. */
const USUAL_HOUR = 9;

/** Choice between sending a gift right after payment and on a day. */
export function WhenToSend({ className }: { className?: string | undefined }) {
  const { value, pick, wiring } = useControlledField<string | null | undefined>("sendOn");
  const { setValue } = useFormContext();
  const isPlanned = value !== null && value !== undefined;
  const choose = (isLater: boolean) => {
    if (isLater) setValue("sendHour", USUAL_HOUR);
    pick(isLater ? "" : null);
  };
  return (
    <fieldset className={cx("min-w-0", className)}>
      <legend className="mb-1.5 font-semibold">{m.purchase_when()}</legend>
      <div className="grid gap-x-6 sm:grid-flow-col sm:justify-start">
        {[false, true].map((isLater) => (
          <label key={String(isLater)} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={`${wiring.name}-choice`}
              checked={isPlanned === isLater}
              onChange={() => choose(isLater)}
              className="size-5 accent-(--brand)"
            />
            {isLater ? m.purchase_on_a_day() : m.purchase_now()}
          </label>
        ))}
      </div>
      {isPlanned && <DayAndHour />}
    </fieldset>
  );
}

/** Day, hour and time zone of a gift that is sent later. */
export function DayAndHour() {
  return (
    <div className="mt-2 grid gap-5 sm:grid-cols-2">
      <FormDateField name="sendOn" label={m.purchase_day()} min={businessToday()} max={lastSendDay()} />
      <HourField />
      <ZoneField />
    </div>
  );
}

function HourField() {
  const { value, pick, wiring, error } = useControlledField<number | null | undefined>("sendHour");
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), text: formatHour(hour) }));
  return (
    <Select
      {...wiring}
      label={m.purchase_hour()}
      choices={hours}
      value={String(value ?? USUAL_HOUR)}
      onChange={({ target }) => pick(Number(target.value))}
      error={error}
    />
  );
}

function ZoneField() {
  const { value, pick, wiring, error } = useControlledField<string | null | undefined>("sendZone");
  return (
    <Select
      {...wiring}
      label={m.purchase_zone()}
      choices={[{ value: "", text: m.purchase_zone_of_shop() }, ...timeZoneChoices()]}
      value={value ?? ""}
      onChange={({ target }) => pick(target.value === "" ? null : target.value)}
      error={error}
      className="sm:col-span-2"
    />
  );
}
