// Looks for a QR code in a picture, beside the page, so that the camera's picture never stutters.
import { decodeQR } from "qr/decode.js";

addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  let text: string | undefined;
  try {
    text = decodeQR(data);
  } catch {
    // No code in sight, or not sharp enough: the next picture may be better.
  }
  postMessage(text);
});
