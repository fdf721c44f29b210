// Where uploaded pictures are. The server keeps each in a few widths, and sends WebP to browsers that take it.

export type PictureKind = "vendor" | "charity" | "campaign" | "category";

/** In pixels of the picture, not of the page. */
const WIDTHS = [96, 192, 384, 768] as const;

export type PictureWidth = (typeof WIDTHS)[number];

export function pictureUrl(kind: PictureKind, key: string, width?: PictureWidth): string {
  const address = `/files/${kind}/${encodeURIComponent(key)}`;
  return width === undefined ? address : `${address}?w=${width}`;
}

/** All widths for a `srcset`: the browser takes the one that fits its screen. */
export function pictureSources(kind: PictureKind, key: string): string {
  return WIDTHS.map((width) => `${pictureUrl(kind, key, width)} ${width}w`).join(", ");
}
