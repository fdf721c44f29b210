// The amounts that a vendor sells cards of, and what a cause gets of one.

/** "Amount50,Amount25" as sorted dollars: [25, 50]. "0" means none. */
export function amountsOf(labels: string): number[] {
  const amounts = labels
    .split(",")
    .map((label) => Number(label.trim().replace(/^Amount/i, "")))
    .filter((amount) => Number.isInteger(amount) && amount > 0);
  return [...new Set(amounts)].toSorted((a, b) => a - b);
}

/** What the cause gets of a card, in dollars: whole dollars and whole percents make whole cents. */
export function causeShare(amount: number, charityRate: number): number {
  return (amount * charityRate) / 100;
}
