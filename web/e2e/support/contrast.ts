// Finds text with too little contrast to its background (WCAG 2.2, 1.4.3). Faster than axe, which compares what lies under each
// letter, and also decides cases that axe leaves undecided: over illustrations, or if text and background have the same colour.

/** Runs in the page. Skips text on pictures and gradients. */
export function wordsOfLowContrast(): string[] {
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
    const colour = [red, green, blue, alpha / 255] as const;
    known.set(text, colour);
    return colour;
  };
  const over = (upper: Colour, lower: Colour): Colour => {
    const alpha = upper[3] + lower[3] * (1 - upper[3]);
    const mix = (place: 0 | 1 | 2) =>
      alpha === 0 ? 0 : (upper[place] * upper[3] + lower[place] * lower[3] * (1 - upper[3])) / alpha;
    return [mix(0), mix(1), mix(2), alpha];
  };
  const faded = ([red, green, blue, alpha]: Colour, opacity: number): Colour => [
    red,
    green,
    blue,
    alpha * opacity,
  ];
  const luminance = ([red, green, blue]: Colour) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** Returns the colours of text and background as they are seen: backgrounds and opacities of all ancestors count. */
  const seenColours = (element: Element) => {
    let [words, ground]: [Colour, Colour] = [read(getComputedStyle(element).color), [0, 0, 0, 0]];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
      if (backgroundImage !== "none" && ground[3] < 1) return undefined;
      const own = read(backgroundColor);
      [words, ground] = [over(words, own), over(ground, own)];
      [words, ground] = [faded(words, Number(opacity)), faded(ground, Number(opacity))];
    }
    return ground[3] === 1 ? { words, ground } : undefined;
  };
  const leftOut = "[inert], [aria-disabled=true], :disabled, svg, option, script, style, .sr-only";

  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element || !walker.currentNode.nodeValue?.trim() || element.closest(leftOut)) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const seen = seenColours(element);
    if (!seen) continue;
    const [of, on] = [luminance(seen.words), luminance(seen.ground)];
    const ratio = (Math.max(of, on) + 0.05) / (Math.min(of, on) + 0.05);
    const { fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 56 / 3 && Number(fontWeight) >= 700);
    // Colours are rounded to whole numbers.
    if (ratio < (isLarge ? 3 : 4.5) - 0.05)
      found.push(`${ratio.toFixed(2)}: ${element.outerHTML.slice(0, 160)}`);
  }
  return found;
}
