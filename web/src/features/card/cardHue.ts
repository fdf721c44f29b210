const DEGREES = 360;

/** The hue that a card is drawn in: its logo's, or for those that have none always the same one for the same name. */
export function cardHue(name: string, logoHue: number | null | undefined): number {
  if (typeof logoHue === "number") return logoHue;
  return Array.from(name).reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % DEGREES, 7);
}
