/** Encodes a file's bytes in base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const piece = 0x8000;
  let plain = "";
  for (let at = 0; at < bytes.length; at += piece) {
    plain += String.fromCharCode(...bytes.subarray(at, at + piece));
  }
  return btoa(plain);
}
