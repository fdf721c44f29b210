/** What the cause gets of a card, in dollars: whole dollars and whole percents make whole cents. */
export function causeShare(amount: number, charityRate: number): number {
  return (amount * charityRate) / 100;
}
