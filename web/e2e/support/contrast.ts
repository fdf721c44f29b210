// Finds text that is unreadable on its background. Axe reports many such cases only as undecided: over illustrations, or if
// text and background have exactly the same colour.

/** Runs in the page. Skips text on pictures and gradients. */
export function wordsLikeTheirGround(): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map<string, Colour>();
  const read = (text: string): Colour => {
    const found = known.get(text);
    if (found || !pixel) return found ?? [0, 0, 0, 0];
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = text;
    pixel.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
    const colour = [red, green, blue, alpha] as const;
    known.set(text, colour);
    return colour;
  };
  const luminance = ([red, green, blue]: Colour) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (element: Element): Colour | undefined => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      const ground = read(backgroundColor);
      if (backgroundImage !== "none") return undefined;
      if (ground[3] > 0) return ground[3] === 255 ? ground : undefined;
    }
    return undefined;
  };
  const leftOut = "[inert], [aria-disabled=true], :disabled, svg, option, script, style, .sr-only";

  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element || !walker.currentNode.nodeValue?.trim() || element.closest(leftOut)) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const ground = groundOf(element);
    if (!ground) continue;
    const [of, on] = [luminance(read(getComputedStyle(element).color)), luminance(ground)];
    const ratio = (Math.max(of, on) + 0.05) / (Math.min(of, on) + 0.05);
    // Lower than axe's threshold, because this looks only for invisible text.
    if (ratio < 3) found.push(`${ratio.toFixed(2)}: ${element.outerHTML.slice(0, 160)}`);
  }
  return found;
}
