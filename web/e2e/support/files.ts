// Files that stories upload or download.
import type { Download } from "@playwright/test";

/** A square picture of one colour. */
export const logo = {
  name: "logo.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAeklEQVR4nO3PUQkAIBTAwBfJJua3jSH8OITBAtzm7PV1wwUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWPHYBJveBPIpAZz8AAAAASUVORK5CYII=",
    "base64",
  ),
};

/** A file that claims to be a PNG but isn't. */
export const noPicture = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") };

/** Reads width and height from the header of a saved PNG. */
export async function sizeOfPng(download: Download): Promise<{ width: number; height: number }> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const picture = Buffer.concat(chunks);
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}
