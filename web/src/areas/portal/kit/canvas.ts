// Pictures for download, drawn on a canvas at print resolution.
import { encode } from "uqr";
import { saveFile } from "@/lib/saveFile";
import { modulesPath } from "@/features/card/modulesPath";

export interface Drawing {
  /** Size in CSS pixels. */
  width: number;
  height: number;
  draw: (context: CanvasRenderingContext2D) => void;
}

/** Draws with `ratio` pixels for each CSS pixel. */
function drawOn(canvas: HTMLCanvasElement, { width, height, draw }: Drawing, ratio: number): void {
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.scale(ratio, ratio);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  draw(context);
}

/** Saves the drawing as a PNG with `ratio` pixels for each CSS pixel. */
export function saveDrawing(name: string, drawing: Drawing, ratio: number): void {
  const canvas = document.createElement("canvas");
  drawOn(canvas, drawing, ratio);
  canvas.toBlob((picture) => {
    if (picture) saveFile(name, picture);
  }, "image/png");
}

/** Draws a QR code with its quiet zone in a square. */
export function drawCode(
  context: CanvasRenderingContext2D,
  content: string,
  [left, top, side]: readonly [number, number, number],
): void {
  const { data, size } = encode(content, { ecc: "M", border: 2 });
  context.save();
  context.translate(left, top);
  context.scale(side / size, side / size);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size, size);
  context.fillStyle = "#000";
  context.clip(new Path2D(modulesPath(data)));
  context.fillRect(0, 0, size, size);
  context.restore();
}
