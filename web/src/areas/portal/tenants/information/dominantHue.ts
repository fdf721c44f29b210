// Dominant hue of a logo, in degrees of OKLCH, by the rule of the server's `pictures/hue.rs`: a
// preview then has the colours that the cards get when the logo is saved.
import { pictureUrl } from "@/lib/pictures";

const BIN = 10;
const BINS = 360 / BIN;
/** Chroma up to which a pixel counts as grey and is ignored. */
const GREY = 0.035;
/** Minimum share of colourful pixels. A picture with fewer has no hue. */
const MIN_SHARE = 0.01;
/** Width in pixels of the rendition in which the server counts. */
const WIDTH = 96;

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Returns the values `a` and `b` of a colour in OKLab, without its lightness. */
function oklab(red: number, green: number, blue: number): [number, number] {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const long = Math.cbrt(0.41222146 * r + 0.53633255 * g + 0.051445995 * b);
  const middle = Math.cbrt(0.2119035 * r + 0.6806995 * g + 0.10739696 * b);
  const short = Math.cbrt(0.08830246 * r + 0.28171885 * g + 0.6299787 * b);
  return [
    1.9779985 * long - 2.4285922 * middle + 0.4505937 * short,
    0.025904037 * long + 0.78277177 * middle - 0.80867577 * short,
  ];
}

const degrees = (a: number, b: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

/** Returns the most common hue of the colourful pixels (RGBA); null if there are too few. */
export function dominantHue(pixels: ArrayLike<number>): number | null {
  const bins = Array.from({ length: BINS }, () => ({ a: 0, b: 0 }));
  let [visible, colourful] = [0, 0];
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 1, 2, 3].map((part) => pixels[at + part]);
    const opacity = alpha / 255;
    visible += opacity;
    const [a, b] = oklab(red, green, blue);
    const bin = bins[Math.floor(degrees(a, b) / BIN) % BINS];
    if (bin === undefined || Math.hypot(a, b) < GREY) continue;
    colourful += opacity;
    bin.a += a * opacity;
    bin.b += b * opacity;
  }
  if (colourful < Math.max(visible, 1) * MIN_SHARE) return null;
  // The pixels of a hue on the border of two bins are spread over both.
  const joined = bins.map((_, middle) => {
    const near = [-1, 0, 1].map((step) => bins[(middle + step + BINS) % BINS]);
    const sum = (part: "a" | "b") => near.reduce((total, bin) => total + (bin?.[part] ?? 0), 0);
    return { a: sum("a"), b: sum("b") };
  });
  const { a, b } = joined.reduce((one, other) =>
    Math.hypot(other.a, other.b) >= Math.hypot(one.a, one.b) ? other : one,
  );
  return Math.round(degrees(a, b)) % 360;
}

/** Reads an uploaded logo and returns its dominant hue. */
export async function hueOfLogo(key: string): Promise<number | null> {
  const picture = new Image();
  picture.src = pictureUrl("vendor", key, WIDTH);
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't read pictures.");
  context.drawImage(picture, 0, 0);
  return dominantHue(context.getImageData(0, 0, canvas.width, canvas.height).data);
}
