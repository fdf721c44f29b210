import { useState, type PointerEvent } from "react";
import { cx } from "@/ui/cx";

interface ChartSeries {
  name: string;
  values: readonly number[];
}

interface BarChartProps {
  /** Accessible description of the chart; a table nearby shows the same figures. */
  label: string;
  /** Labels of the positions along the axis. */
  places: readonly string[];
  /** Series of bars, at most as many as there are colours. */
  series: readonly ChartSeries[];
  format: (value: number) => string;
}

const COLOURS = ["fill-brand", "fill-line-strong"] as const;
const GROUNDS = ["bg-brand", "bg-line-strong"] as const;
const MAX_LINES = 4;
const HEIGHT = 100;

/** Returns round values for the grid lines, from lowest to highest. */
export function gridOf(values: readonly number[]): number[] {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  if (least === most) return [0, 1];
  const rough = (most - least) / MAX_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10);
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** Grouped bar chart in the page's own colours, so that it follows the theme and prints well. */
export function BarChart({ label, places, series, format }: BarChartProps) {
  const [pointed, setPointed] = useState<number>();
  const grid = gridOf(series.flatMap(({ values }) => values));
  const [bottom = 0, top = 1] = [grid.at(0), grid.at(-1)];
  const yOf = (value: number) => ((top - value) / (top - bottom)) * HEIGHT;
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * places.length);
    setPointed(place >= 0 && place < places.length ? place : undefined);
  };
  const shown = pointed === undefined ? undefined : places[pointed];
  const middle = Math.floor((places.length - 1) / 2);
  // With few positions the bars stay slim.
  const whole = Math.min(0.84, 0.12 * places.length);
  const width = whole / series.length;
  return (
    <figure>
      <figcaption className="mb-3 flex min-h-6 flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ name, values }, number) => (
          <span key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className={cx("size-3 rounded-[3px]", GROUNDS[number])} />
            {name}
            {pointed !== undefined && (
              <span className="font-semibold tabular-nums">{format(values[pointed] ?? 0)}</span>
            )}
          </span>
        ))}
        {shown !== undefined && <span className="text-ink-soft">{shown}</span>}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div className="relative w-18 text-right text-sm text-ink-soft tabular-nums" aria-hidden="true">
          {grid.map((value) => (
            <span
              key={value}
              className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
              style={{ top: `${yOf(value)}%` }}
            >
              {format(value)}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${places.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-56 w-full overflow-visible"
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {grid.map((value) => (
            <line
              key={value}
              x1={0}
              x2={places.length}
              y1={yOf(value)}
              y2={yOf(value)}
              vectorEffect="non-scaling-stroke"
              className={value === 0 ? "stroke-line-strong" : "stroke-line"}
            />
          ))}
          {pointed !== undefined && (
            <rect x={pointed} y={0} width={1} height={HEIGHT} className="fill-ink opacity-10" />
          )}
          {series.map(({ name, values }, number) =>
            values.map((value, place) => (
              <rect
                // Bars are static and never change their order.
                key={`${name} ${place}`}
                x={place + (1 - whole) / 2 + number * width}
                width={width}
                y={Math.min(yOf(value), yOf(0))}
                height={Math.abs(yOf(value) - yOf(0))}
                className={COLOURS[number]}
              />
            )),
          )}
        </svg>
        <div
          className="col-start-2 mt-2 flex justify-between gap-3 text-sm text-ink-soft tabular-nums"
          aria-hidden="true"
        >
          {[...new Set([0, middle, places.length - 1])].map((place) => (
            <span key={place}>{places[place]}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}
