// Decodes QR codes in a worker, so that the camera's picture never stutters.
import { decodeQR } from "qr/decode.js";

addEventListener("message", ({ data }: MessageEvent<ImageData>) => {
  let text: string | undefined;
  try {
    text = decodeQR(data);
  } catch {
    // No readable code in this picture: wait for the next one.
  }
  postMessage(text);
});
