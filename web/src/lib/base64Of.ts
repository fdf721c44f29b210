/** Encodes a file, or a text in UTF-8, in base64. */
export async function base64Of(content: Blob | string): Promise<string> {
  const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
  const piece = 0x8000;
  let plain = "";
  for (let at = 0; at < bytes.length; at += piece) {
    plain += String.fromCharCode(...bytes.subarray(at, at + piece));
  }
  return btoa(plain);
}
