// Collects the icons of src/ui/iconNames.ts from Lucide into one file, src/ui/icons.svg: `node
// scripts/icon-sprite.ts`. Drawn with `<use>`, icons need no JavaScript, and a page loads the file
// once.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { iconNames } from "../src/ui/iconNames.ts";

type IconPart = [element: string, attributes: Record<string, string>];

async function drawIcon(name: string): Promise<string> {
  const { __iconData: data } = (await import(`lucide-react/icons/${name}`)) as {
    __iconData: { node: IconPart[] };
  };
  const parts = data.node.map(([element, { key: _key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${value}"`);
    return `<${element} ${written.join(" ")}/>`;
  });
  return `<g id="${name}">${parts.join("")}</g>`;
}

export const spriteFile = fileURLToPath(new URL("../src/ui/icons.svg", import.meta.url));

export async function drawSprite(): Promise<string> {
  const icons = await Promise.all(iconNames.map(drawIcon));
  const source = "<!-- Lucide, https://lucide.dev, ISC licence -->";
  return `<svg xmlns="http://www.w3.org/2000/svg">${source}\n${icons.join("\n")}\n</svg>\n`;
}

if (import.meta.main) await writeFile(spriteFile, await drawSprite());
