const DEGREES = 360;

/** Returns the hue of a card: that of the logo, or one derived from the name. */
export function cardHue(name: string, logoHue: number | null | undefined): number {
  if (typeof logoHue === "number") return logoHue;
  return Array.from(name).reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % DEGREES, 7);
}
