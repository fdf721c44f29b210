import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { formatIn } from "@/lib/dates";
import { formatMoney, formatPrice } from "@/lib/money";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { BarChart } from "@/ui/rich/BarChart";
import { Disclosure } from "@/ui/layout/Disclosure";

type HourRedeemed = components["schemas"]["VendorHome"]["hours"][number];

/** Formats a full hour. */
const clock = (hour: number) => formatIn("UTC", new Date(Date.UTC(2025, 0, 1, hour)), { hour: "numeric" });

/** Returns the hours from the first to the last with redemptions, without gaps. */
function hoursInOrder(hours: readonly HourRedeemed[]): HourRedeemed[] {
  const first = hours[0]?.hour ?? 0;
  const last = hours.at(-1)?.hour ?? -1;
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const hour = first + place;
    return hours.find((each) => each.hour === hour) ?? { hour, redemptions: 0, totalRedemption: 0 };
  });
}

/** Chart of redemptions by hour of the day. */
export function RedeemedHours({ hours }: { hours: readonly HourRedeemed[] }) {
  if (hours.length === 0) return <p className="text-ink-soft">{m.summary_redeemed_none()}</p>;
  const shown = hoursInOrder(hours);
  return (
    <>
      <BarChart
        label={m.summary_by_hour()}
        places={shown.map(({ hour }) => clock(hour))}
        series={[{ name: m.reports_redeemed(), values: shown.map((each) => each.totalRedemption) }]}
        format={(value) => (Number.isInteger(value) ? formatPrice(value) : formatMoney(value))}
      />
      <Disclosure summary={m.reports_chart_table()}>
        <Table
          caption={m.summary_by_hour()}
          columnCount={3}
          isDense
          header={[m.summary_hour(), m.summary_redemptions(), m.reports_redeemed()].map((name, place) => (
            <HeaderCell key={name} isNumber={place > 0}>
              {name}
            </HeaderCell>
          ))}
          rows={shown.map(({ hour, redemptions, totalRedemption }) => (
            <tr key={hour}>
              <Cell label={m.summary_hour()}>{clock(hour)}</Cell>
              <Cell label={m.summary_redemptions()} isNumber>
                {redemptions}
              </Cell>
              <Cell label={m.reports_redeemed()} isNumber>
                {formatMoney(totalRedemption)}
              </Cell>
            </tr>
          ))}
        />
      </Disclosure>
    </>
  );
}
