// Converts a chosen picture to PNG: phones produce other formats, and larger files than the server
// accepts.
import { m } from "@/i18n";
import { isPng, MAX_BYTES } from "./upload";

/**
 * Maximum size of a chosen file: more than any page needs, and a browser may lack the memory for
 * it.
 */
const MAX_CHOSEN_BYTES = 10_485_760;
/** Side lengths in pixels: no page shows a larger picture. */
const MAX_SIDE = 1600;
const MIN_SIDE = 160;
/** Factor by which a picture that is too large is scaled down. */
const SMALLER = 0.75;

/** HEIC brands in the first box of a file. */
const HEIC = /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/;

type Converted = { file: File } | { problem: string };

async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(4, 12).text();
  return HEIC.test(head);
}

async function decoded(file: Blob): Promise<ImageBitmap | undefined> {
  // Browsers decode only the formats that they support.
  return globalThis.createImageBitmap?.(file, { imageOrientation: "from-image" }).catch(() => undefined);
}

function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * Returns the largest PNG within the server's file size, starting with `side` pixels on the longer
 * side.
 */
async function shrunk(picture: ImageBitmap, side: number): Promise<Blob | undefined> {
  const png = await drawn(picture, side / Math.max(picture.width, picture.height));
  if (png && png.size <= MAX_BYTES) return png;
  return side > MIN_SIDE ? shrunk(picture, side * SMALLER) : undefined;
}

/**
 * Converts a PNG, JPEG, WebP or HEIC to a PNG that the server accepts; returns an error message if
 * that fails.
 */
export async function pngOf(file: File): Promise<Converted> {
  const isPlain = await isPng(file);
  if (isPlain && file.size <= MAX_BYTES) return { file };
  if (file.size > MAX_CHOSEN_BYTES) return { problem: m.pictures_too_large() };
  const picture = await decoded(file);
  if (!picture) {
    if (isPlain) return { problem: m.pictures_too_large() };
    return { problem: (await isHeic(file)) ? m.pictures_heic() : m.pictures_only_png() };
  }
  const png = await shrunk(picture, Math.min(MAX_SIDE, Math.max(picture.width, picture.height)));
  picture.close();
  if (!png) return { problem: m.pictures_too_large() };
  const name = `${file.name.replace(/\.[^.]*$/, "")}.png`;
  return { file: new File([png], name, { type: "image/png" }) };
}
