// Fake camera: a browser whose camera shows a QR code.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type BrowserContextOptions } from "@playwright/test";
import { encode } from "uqr";
import { launchOptions } from "./browser.ts";

const WIDTH = 640;
const HEIGHT = 480;
const MODULE = 8;
const WHITE = 235;
const BLACK = 16;
const GREY = 128;
const FRAMES = 4;

/** Returns a YUV4MPEG2 video of a QR code on white. */
function filmOf(content: string): Buffer {
  const { data, size } = encode(content, { ecc: "M", border: 4 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  const left = Math.floor((WIDTH - size * MODULE) / 2);
  const top = Math.floor((HEIGHT - size * MODULE) / 2);
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let line = 0; line < MODULE; line += 1) {
        const start = (top + y * MODULE + line) * WIDTH + left + x * MODULE;
        luma.fill(BLACK, start, start + MODULE);
      }
    }),
  );
  const frame = [Buffer.from("FRAME\n"), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)];
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame).flat()]);
}

/** Runs a story in a browser of its own, whose camera shows the code. */
export async function beforeCamera(
  content: string,
  options: BrowserContextOptions,
  story: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "funray-camera-"));
  const film = join(folder, "code.y4m");
  await writeFile(film, filmOf(content));
  const browser = await chromium.launch(
    launchOptions(
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${film}`,
    ),
  );
  try {
    await story(await browser.newContext({ ...options, permissions: ["camera"] }));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
