import { Link } from "react-router";
import { Money } from "@/ui/Money";

interface SharesRow {
  id: string;
  label: string;
  /** Amount in dollars. */
  amount: number;
  note?: string | undefined;
  /** Whether the label already contains the amount. */
  isSaid?: boolean;
  /** Page with the rows behind the amount. */
  to: string;
}

interface SharesListProps {
  rows: readonly SharesRow[];
  /** Maximum number of rows; the others are added up below them. */
  most?: number;
  others?: ((count: number) => string) | undefined;
  none: string;
}

/** Parts of a total, each with a bar relative to the largest. */
export function SharesList({ rows, most = 6, others, none }: SharesListProps) {
  if (rows.length === 0) return <p className="text-ink-soft">{none}</p>;
  const largest = Math.max(...rows.map(({ amount }) => amount), 0);
  const rest = rows.slice(most);
  const left = rest.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  return (
    <ul className="grid gap-1">
      {rows.slice(0, most).map(({ id, label, amount, note, isSaid = false, to }) => (
        <li key={id} className="relative py-1">
          <span className="flex items-baseline justify-between gap-3">
            <Link
              to={to}
              className="min-w-0 text-ink no-underline after:absolute after:inset-0 after:rounded-panel hover:underline"
            >
              {label}
            </Link>
            <span className="flex shrink-0 items-baseline gap-3">
              {note && <span className="text-sm text-ink-soft tabular-nums">{note}</span>}
              {!isSaid && <Money amount={amount} className="font-bold" />}
            </span>
          </span>
          <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-surface-quiet">
            <span
              className="block h-full rounded-full bg-brand"
              style={{ width: `${largest > 0 ? Math.max(0, (amount / largest) * 100) : 0}%` }}
            />
          </span>
        </li>
      ))}
      {rest.length > 0 && others && (
        <li className="flex justify-between gap-3 text-sm text-ink-soft">
          {others(rest.length)}
          <Money amount={left} />
        </li>
      )}
    </ul>
  );
}
