// A poster for a shop's door: its name on its own colour, and the code that leads to its page. In one pixel of the poster's own
// there is room for several of a printer's.
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import type { CardShop } from "@/features/card/GiftCard";
import { monogram } from "@/features/card/monogram";
import { cardPalette, type CardPalette } from "@/features/card/palette";
import { drawCode, linesOf, type Drawing } from "./canvas";

const WIDTH = 480;
const HEIGHT = 678;
const MARGIN = 24;
const PANEL_HEIGHT = 268;
const PANEL_WIDTH = WIDTH - 2 * MARGIN;
const INSET = MARGIN + 28;
const LOGO_SIDE = 88;
const CODE_SIDE = 264;
const INK = "#1a1a1a";
const SOFT_INK = "#4a4a4a";

export interface Poster {
  shop: CardShop;
  logo: HTMLImageElement | undefined;
  /** Where the code leads. */
  address: string;
}

/** The brand's typefaces, as the page has them. */
function typeface(role: "display" | "text"): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--type-${role}`) || "sans-serif";
}

function font(role: "display" | "text", size: number, weight: number): string {
  return `${weight} ${size}px ${typeface(role)}`;
}

/**
 * A canvas takes whatever typeface there is at that moment: they have to be there first. Where one can't be had, the next in
 * line is drawn: browsers also refuse when only the stand-in of a typeface is missing on their machine.
 */
export async function loadTypefaces(): Promise<void> {
  await Promise.allSettled([
    document.fonts.load(font("display", 32, 800)),
    document.fonts.load(font("text", 16, 600)),
  ]);
}

export function posterDrawing(poster: Poster): Drawing {
  const palette = cardPalette(poster.shop.hue, brand.cardStyle);
  return {
    width: WIDTH,
    height: HEIGHT,
    draw: (context) => {
      drawPanel(context, palette);
      drawLogo(context, poster);
      drawName(context, palette, poster.shop.name);
      drawCode(context, poster.address, [(WIDTH - CODE_SIDE) / 2, 310, CODE_SIDE]);
      drawFoot(context, poster.address);
    },
  };
}

function drawPanel(context: CanvasRenderingContext2D, { from, to, tint, shade }: CardPalette): void {
  context.save();
  context.beginPath();
  context.roundRect(MARGIN, MARGIN, PANEL_WIDTH, PANEL_HEIGHT, 28);
  context.clip();
  const ground = context.createLinearGradient(MARGIN, MARGIN, WIDTH, PANEL_HEIGHT);
  ground.addColorStop(0, from);
  ground.addColorStop(1, to);
  context.fillStyle = ground;
  context.fillRect(MARGIN, MARGIN, PANEL_WIDTH, PANEL_HEIGHT);
  context.fillStyle = tint;
  context.beginPath();
  context.arc(WIDTH - 76, 72, 92, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = shade;
  context.beginPath();
  context.ellipse(150, PANEL_HEIGHT + 96, 330, 116, -0.12, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

function drawLogo(context: CanvasRenderingContext2D, { logo, shop }: Poster): void {
  const top = INSET;
  context.save();
  context.fillStyle = "#fff";
  context.beginPath();
  context.roundRect(INSET, top, LOGO_SIDE, LOGO_SIDE, 20);
  context.fill();
  if (logo) {
    context.clip();
    const room = LOGO_SIDE - 12;
    const scale = Math.min(room / logo.naturalWidth, room / logo.naturalHeight);
    const [width, height] = [logo.naturalWidth * scale, logo.naturalHeight * scale];
    const left = INSET + (LOGO_SIDE - width) / 2;
    context.drawImage(logo, left, top + (LOGO_SIDE - height) / 2, width, height);
  } else {
    context.fillStyle = INK;
    context.font = font("display", 36, 800);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(monogram(shop.name), INSET + LOGO_SIDE / 2, top + LOGO_SIDE / 2);
  }
  context.restore();
}

function drawName(context: CanvasRenderingContext2D, { ink }: CardPalette, name: string): void {
  context.save();
  context.fillStyle = ink;
  context.font = font("text", 17, 600);
  context.fillText(m.tenants_poster_headline(), INSET, INSET + LOGO_SIDE + 38);
  context.font = font("display", 34, 800);
  const lines = linesOf(context, name, PANEL_WIDTH - 56, 2);
  for (const [index, line] of lines.entries()) {
    context.fillText(line, INSET, INSET + LOGO_SIDE + 76 + index * 36, PANEL_WIDTH - 56);
  }
  context.restore();
}

function drawFoot(context: CanvasRenderingContext2D, address: string): void {
  context.save();
  context.textAlign = "center";
  context.fillStyle = INK;
  context.font = font("text", 17, 600);
  const room = PANEL_WIDTH;
  for (const [index, line] of linesOf(context, m.tenants_poster_scan(), room, 2).entries()) {
    context.fillText(line, WIDTH / 2, 600 + index * 22, room);
  }
  context.fillStyle = SOFT_INK;
  context.font = font("text", 15, 500);
  context.fillText(`${brand.name} · ${new URL(address).host}`, WIDTH / 2, HEIGHT - 24, PANEL_WIDTH);
  context.restore();
}
