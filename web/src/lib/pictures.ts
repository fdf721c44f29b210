// Where uploaded pictures are. The server keeps each in a few widths, and sends WebP to browsers that take it.

export type PictureKind = "vendor" | "charity" | "campaign" | "category";

/** In pixels of the picture, not of the page. */
export type PictureWidth = 96 | 192 | 384 | 768;

export function pictureUrl(kind: PictureKind, key: string, width?: PictureWidth): string {
  const address = `/files/${kind}/${encodeURIComponent(key)}`;
  return width === undefined ? address : `${address}?w=${width}`;
}
