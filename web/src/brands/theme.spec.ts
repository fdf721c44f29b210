// Checks the contrast of the colours of both styles in both themes.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast } from "@/lib/colour";

type Scheme = "light" | "dark";

function readTokens(brand: string, scheme: Scheme): Map<string, string> {
  const css = readFileSync(new URL(`./${brand}/theme.css`, import.meta.url), "utf8");
  const tokens = new Map<string, string>();
  for (const [, name = "", light = "", dark = ""] of css.matchAll(
    /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g,
  )) {
    tokens.set(name, scheme === "light" ? light : dark);
  }
  for (const [, name = "", both = ""] of css.matchAll(/--([\w-]+): (#\w{6});/g)) tokens.set(name, both);
  return tokens;
}

const grounds = ["ground", "surface", "surface-quiet", "surface-tint"];

const AAA = 7;
const AA = 4.5;
/** Minimum contrast of control borders, icons and focus rings. */
const AA_GRAPHICS = 3;

/** Foreground colours, their possible backgrounds and the minimum contrast. */
const promises: [string[], string[], number][] = [
  [["ink", "ink-soft"], grounds, AAA],
  [["brand", "accent", "danger", "success", "warning"], grounds, AA],
  [["line-strong", "focus"], grounds, AA_GRAPHICS],
  [["action-ink"], ["action"], AAA],
  [["brand-ink"], ["brand"], AA],
  [["ground"], ["ink"], AAA],
  [["ink", "danger"], ["danger-quiet"], AA],
  [["ink", "success"], ["success-quiet"], AA],
  [["ink", "warning"], ["warning-quiet"], AA],
];

describe.each([
  ["paper", "light"],
  ["paper", "dark"],
  ["night", "light"],
  ["night", "dark"],
] as const)("%s, %s theme", (brand, scheme) => {
  const tokens = readTokens(brand, scheme);

  it("has the required contrasts", () => {
    const broken = promises.flatMap(([signs, backs, least]) =>
      signs.flatMap((sign) =>
        backs
          .map((back) => ({
            pair: `${sign} on ${back}`,
            least,
            measured: contrast(colour(sign), colour(back)),
          }))
          .filter(({ measured }) => measured < least),
      ),
    );
    expect(broken).toEqual([]);
  });

  function colour(name: string): string {
    const value = tokens.get(name);
    expect(value, `--${name} of ${brand}`).toBeDefined();
    return value ?? "";
  }
});

/** Returns the tokens that both styles must define, without the colours of their illustrations. */
function rolesOf(brand: string): string[] {
  return [...readTokens(brand, "light").keys()].filter((name) => !/^(paper|beam)-/.test(name)).toSorted();
}

it("theme.css: defines the same tokens for both styles", () => {
  expect(rolesOf("night")).toEqual(rolesOf("paper"));
});
