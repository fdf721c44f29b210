// Sending a picture to the server, and what can be said about it before that.
import { call } from "@/api/client";
import { m } from "@/i18n";
import type { PictureKind } from "@/lib/pictures";

export const MOST_BYTES = 1_048_576;

/** What every PNG begins with. A name or a type can say anything. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

async function isPng(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE.length).arrayBuffer());
  return SIGNATURE.every((byte, at) => head[at] === byte);
}

/** Why the server would refuse the file; undefined when it is worth sending. */
export async function findProblem(file: Blob): Promise<string | undefined> {
  if (!(await isPng(file))) return m.pictures_only_png();
  return file.size > MOST_BYTES ? m.pictures_too_large() : undefined;
}

/** Takes the picture to the server and gives the key that it is known by from then on. */
export async function uploadPicture(kind: PictureKind, file: File, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.append("file", file);
  const { key } = await call("post", "/api/v1/File/bucket/{type}", { path: { type: kind }, body, signal });
  return key;
}
