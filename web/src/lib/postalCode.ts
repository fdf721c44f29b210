/** A postal code that doesn't break in two at the end of a line. */
export function unbrokenPostalCode(postalCode: string): string {
  return postalCode.replaceAll(" ", "\u00a0");
}
