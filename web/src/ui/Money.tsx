import { formatMoney, formatPrice } from "@/lib/money";
import { cx } from "./cx";

interface MoneyProps {
  /** Amount in dollars. */
  amount: number;
  /** `price` omits the decimals of whole dollars. */
  as?: "money" | "price" | undefined;
  className?: string | undefined;
}

/** An amount in tabular figures, never broken over two lines. */
export function Money({ amount, as = "money", className }: MoneyProps) {
  const text = as === "price" ? formatPrice(amount) : formatMoney(amount);
  return <span className={cx("whitespace-nowrap tabular-nums", className)}>{text}</span>;
}
