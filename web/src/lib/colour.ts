// Colour calculations for checking contrast: OKLCH to sRGB hex, and the WCAG contrast of two
// colours.

type Triple = readonly [number, number, number];

function toLinearRgb(lightness: number, chroma: number, hue: number): Triple {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isShowable(rgb: Triple): boolean {
  return rgb.every((part) => part >= -0.0001 && part <= 1.0001);
}

function toHex(rgb: Triple): string {
  const parts = rgb.map((part) => {
    const linear = Math.min(Math.max(part, 0), 1);
    const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/**
 * Converts a colour of lightness 0 to 1 and hue in degrees to hex. Reduces the chroma if a screen
 * can't show it.
 */
export function oklch(lightness: number, chroma: number, hue: number): string {
  let dull = 0;
  let vivid = chroma;
  if (isShowable(toLinearRgb(lightness, chroma, hue))) dull = chroma;
  for (let step = 0; step < 12 && dull < chroma; step += 1) {
    const middle = (dull + vivid) / 2;
    if (isShowable(toLinearRgb(lightness, middle, hue))) dull = middle;
    else vivid = middle;
  }
  return toHex(toLinearRgb(lightness, dull, hue));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two `#rrggbb` colours: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}
