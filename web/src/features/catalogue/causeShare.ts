/** Returns the cause's share in dollars. Whole dollars and whole percents give whole cents. */
export function causeShare(amount: number, charityRate: number): number {
  return (amount * charityRate) / 100;
}
