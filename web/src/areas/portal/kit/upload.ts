// Uploads pictures to the server.
import { call } from "@/api/client";
import type { PictureKind } from "@/lib/pictures";

/** Maximum file size that the server accepts. */
export const MAX_BYTES = 1_048_576;

/** First bytes of every PNG. File name and type are unreliable. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export async function isPng(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE.length).arrayBuffer());
  return SIGNATURE.every((byte, at) => head[at] === byte);
}

/** Uploads the picture and returns its key. */
export async function uploadPicture(kind: PictureKind, file: File, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.append("file", file);
  const { key } = await call("post", "/api/v1/File/bucket/{type}", { path: { type: kind }, body, signal });
  return key;
}
