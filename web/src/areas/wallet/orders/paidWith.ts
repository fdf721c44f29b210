/** Formats a payment card as on bank statements: "Visa 1111" becomes "Visa •••• 1111". */
export function paymentCard(paidWith: string): string {
  return paidWith.replace(/ (\d{4})$/, " •••• $1");
}
