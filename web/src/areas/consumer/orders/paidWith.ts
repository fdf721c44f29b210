/** "Visa 1111" as people know it from their statements: "Visa •••• 1111". */
export function paymentCard(paidWith: string): string {
  return paidWith.replace(/ (\d{4})$/, " •••• $1");
}
