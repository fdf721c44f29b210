// Addresses of uploaded pictures. The server has each in several widths, and sends WebP to browsers
// that support it.

export type PictureKind = "vendor" | "charity" | "campaign" | "category";

/** Widths in pixels of the picture, not CSS pixels. */
const WIDTHS = [96, 192, 384, 768] as const;

type PictureWidth = (typeof WIDTHS)[number];

export function pictureUrl(kind: PictureKind, key: string, width?: PictureWidth): string {
  const address = `/files/${kind}/${encodeURIComponent(key)}`;
  return width === undefined ? address : `${address}?w=${width}`;
}

/** Returns all widths for a `srcset`, from which the browser chooses. */
export function pictureSources(kind: PictureKind, key: string): string {
  return WIDTHS.map((width) => `${pictureUrl(kind, key, width)} ${width}w`).join(", ");
}
