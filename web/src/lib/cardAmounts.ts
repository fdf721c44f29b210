// The amounts that a shop sells cards of, as the wire writes them: "Amount25,Amount50", or "0" for none.

/** In dollars. */
export const OFFERED_AMOUNTS = [25, 50, 75, 100] as const;

const NONE = "0";

/** Ascending, whatever order they come in. */
export function amountsOf(labels: string): number[] {
  const amounts = labels
    .split(",")
    .map((label) => Number(label.trim().replace(/^Amount/i, "")))
    .filter((amount) => Number.isInteger(amount) && amount > 0);
  return [...new Set(amounts)].toSorted((a, b) => a - b);
}

export function labelsOf(amounts: readonly number[]): string {
  const labels = amounts.toSorted((a, b) => a - b).map((amount) => `Amount${amount}`);
  return labels.join(",") || NONE;
}
