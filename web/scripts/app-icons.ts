// Draws the PNG icons of both brands from their SVG: `node scripts/app-icons.ts`. Run it after changing an SVG in public/.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const icons = [
  { drawing: "icon.svg", picture: "icon-192.png", size: 192 },
  { drawing: "icon.svg", picture: "icon-512.png", size: 512 },
  { drawing: "maskable.svg", picture: "maskable-512.png", size: 512 },
  // iOS rounds the corners itself and shows transparency as black.
  { drawing: "maskable.svg", picture: "apple-touch-icon.png", size: 180 },
];

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const brand of ["funray", "rayzr"]) {
  const folder = fileURLToPath(new URL(`../public/${brand}`, import.meta.url));
  for (const { drawing, picture, size } of icons) {
    const svg = await readFile(`${folder}/${drawing}`, "utf8");
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    await writeFile(`${folder}/${picture}`, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
}
await browser.close();
