/** A stored phone number as people read it in Canada: "613 555-0100". Those of elsewhere stay as they are. */
export function shownPhone(digits: string): string {
  const found = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return found ? `${found[1]} ${found[2]}-${found[3]}` : digits;
}
