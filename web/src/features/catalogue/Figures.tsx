import { useQuery } from "@tanstack/react-query";
import { figuresQuery } from "@/api/queries/onShow";
import { brand } from "@/brands/current";
import { getLocale, m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { cx } from "@/ui/cx";

export type Figure = "shops" | "causes" | "raised";

interface FiguresProps {
  which: readonly Figure[];
  className?: string | undefined;
}

function count(number: number): string {
  return number > 0 ? number.toLocaleString(getLocale()) : "";
}

/** A smaller total is hidden. */
const MIN_RAISED_DOLLARS = 10_000;

/** Figures of the whole marketplace. Space is reserved while they load; zeros are hidden. */
export function Figures({ which, className }: FiguresProps) {
  const { data } = useQuery(figuresQuery());
  const figures = {
    shops: [m.catalogue_figure_shops(), data && count(data.vendorCount)],
    causes: [m.catalogue_figure_causes(), data && brand.hasCharities && count(data.charityCount)],
    raised: [
      m.catalogue_figure_raised(),
      data &&
        brand.hasCharities &&
        data.totalFundraising >= MIN_RAISED_DOLLARS &&
        formatMoney(data.totalFundraising),
    ],
  } as const;
  return (
    <dl className={cx("flex min-h-13 flex-wrap gap-x-10 gap-y-3", className)}>
      {which.map((name) => {
        const [label, text] = figures[name];
        return (
          text && (
            <div key={name}>
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="text-xl font-bold tabular-nums">{text}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
