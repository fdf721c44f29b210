import { useQuery } from "@tanstack/react-query";
import { m } from "@/i18n";
import { formatMoney, formatPrice } from "@/lib/money";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { Disclosure } from "@/ui/layout/Disclosure";
import { BarChart } from "@/ui/rich/BarChart";
import { Skeleton } from "@/ui/layout/Skeleton";
import { spansOf } from "./daysChart";
import { daysQuery, type DaysFilter } from "./daysQuery";

interface DaysChartProps extends DaysFilter {
  /** Shows donations instead of redemptions, for charities. */
  isRaised?: boolean;
}

/** Bar chart of activity by day, with a table of the same figures for screen readers. */
export function DaysChart(props: DaysChartProps) {
  const { range, isRaised = false } = props;
  const { data } = useQuery(daysQuery(props));
  if (!data) return <Skeleton className="h-64 w-full" />;
  const spans = spansOf(range, data.days);
  const second = isRaised
    ? { name: m.reports_raised(), values: spans.map(({ raised }) => raised) }
    : { name: m.reports_redeemed(), values: spans.map(({ redeemed }) => redeemed) };
  const series = [{ name: m.reports_sold(), values: spans.map(({ sold }) => sold) }, second];
  const label = series.map(({ name }) => name).join(", ");
  return (
    <section className="rounded-panel border border-line bg-surface p-4">
      <BarChart
        label={m.reports_chart({ series: label })}
        places={spans.map((span) => span.label)}
        series={series}
        format={(value) => (Number.isInteger(value) ? formatPrice(value) : formatMoney(value))}
      />
      <Disclosure summary={m.reports_chart_table()}>
        <Table
          caption={m.reports_chart({ series: label })}
          columnCount={3}
          isDense
          header={[m.reports_date(), ...series.map(({ name }) => name)].map((name, place) => (
            <HeaderCell key={name} isNumber={place > 0}>
              {name}
            </HeaderCell>
          ))}
          rows={spans.map((span, place) => (
            <tr key={span.start}>
              <Cell isName>{span.label}</Cell>
              {series.map(({ name, values }) => (
                <Cell key={name} isNumber label={name}>
                  {formatMoney(values[place] ?? 0)}
                </Cell>
              ))}
            </tr>
          ))}
        />
      </Disclosure>
    </section>
  );
}
