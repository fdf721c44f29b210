/** A postal code that doesn't break in two at the end of a line. */
export function unbrokenPostalCode(postalCode: string): string {
  return postalCode.replaceAll(" ", "\u00a0");
}

/** The beginning of a Canadian postal code that is enough to say where it is, or all of it: "K1A", "K1A0B1". */
export function isPostalArea(code: string): boolean {
  return /^[A-Z]\d[A-Z](\d([A-Z]\d?)?)?$/.test(code);
}
