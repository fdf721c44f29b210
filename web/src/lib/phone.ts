/** Formats a Canadian phone number: "613 555-0100". Other numbers are returned unchanged. */
export function shownPhone(digits: string): string {
  const found = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return found ? `${found[1]} ${found[2]}-${found[3]}` : digits;
}
