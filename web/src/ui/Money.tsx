import { formatMoney, formatPrice } from "@/lib/money";
import { cx } from "./cx";

interface MoneyProps {
  /** In dollars. */
  amount: number;
  /** `price` drops the zeros of whole dollars. */
  as?: "money" | "price" | undefined;
  className?: string | undefined;
}

/** Dollars in figures of equal width, never broken over two lines. */
export function Money({ amount, as = "money", className }: MoneyProps) {
  const text = as === "price" ? formatPrice(amount) : formatMoney(amount);
  return <span className={cx("whitespace-nowrap tabular-nums", className)}>{text}</span>;
}
