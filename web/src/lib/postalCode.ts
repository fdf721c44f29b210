/** Replaces the blank in a postal code so that it never breaks. */
export function unbrokenPostalCode(postalCode: string): string {
  return postalCode.replaceAll(" ", "\u00a0");
}

/** Whether the text is a Canadian postal code, or enough of one to locate it: "K1A", "K1A0B1". */
export function isPostalArea(code: string): boolean {
  return /^[A-Z]\d[A-Z](\d([A-Z]\d?)?)?$/.test(code);
}
