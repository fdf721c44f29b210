// Draws the icons of all brands from their SVG: `node scripts/app-icons.ts`. Run it after changing an SVG there.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { listBrands } from "./brands.ts";

const icons = [
  { drawing: "icon.svg", picture: "icon-192.png", size: 192 },
  { drawing: "icon.svg", picture: "icon-512.png", size: 512 },
  { drawing: "maskable.svg", picture: "maskable-512.png", size: 512 },
  // iOS rounds the corners itself and shows transparency as black.
  { drawing: "maskable.svg", picture: "apple-touch-icon.png", size: 180 },
  // Default path for programs that don't read the page's links.
  { drawing: "icon.svg", picture: "favicon.ico", size: 32 },
];

/** A PNG as the only picture of an ICO file. */
function inIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const brand of listBrands()) {
  const folder = join(brand.folder, "public");
  for (const { drawing, picture, size } of icons) {
    const svg = await readFile(`${folder}/${drawing}`, "utf8");
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    const png = await page.screenshot({ omitBackground: true });
    await writeFile(`${folder}/${picture}`, picture.endsWith(".ico") ? inIco(png, size) : png);
    await page.close();
  }
}
await browser.close();
