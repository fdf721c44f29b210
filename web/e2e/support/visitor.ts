// A visitor for stories that run in Chromium, Firefox and WebKit. Playwright drives the first two. WebKit of Debian understands
// WebDriver only, so a visitor does little: what both ways of driving can do.
import type { Page } from "@playwright/test";
import { expect, test as base } from "./story.ts";
import { openLine, type Line } from "./line.ts";
import { openWebKit } from "./webkit.ts";

export type Role = "button" | "heading" | "img" | "link";

export interface Visitor {
  goto: (path: string) => Promise<void>;
  /** Fills the field with this label. */
  fill: (label: string, text: string) => Promise<void>;
  click: (role: Role, name: string) => Promise<void>;
  /** Waits until an element is visible. */
  see: (role: Role, name: string) => Promise<void>;
  /** Waits until this text is visible. */
  read: (text: string) => Promise<void>;
  /** Waits until a function returns true in the page. It may use nothing from outside. */
  waitFor: (isDone: () => Promise<boolean> | boolean) => Promise<void>;
  /** Calls a function in the page with a text. */
  run: <Answer>(action: (value: string) => Answer, value: string) => Promise<Answer>;
}

function visitorOf(page: Page): Visitor {
  return {
    // A page that is loaded from the cache still waits for answers that never come.
    goto: async (path) => void (await page.goto(path, { waitUntil: "commit" })),
    fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    click: (role, name) => page.getByRole(role, { name, exact: true }).click(),
    see: (role, name) => expect(page.getByRole(role, { name, exact: true })).toBeVisible(),
    read: (text) => expect(page.getByText(text)).toBeVisible(),
    waitFor: (isDone) => expect.poll(() => page.evaluate(isDone)).toBe(true),
    run: async (action, value) => (await page.evaluate(action as (value: string) => unknown, value)) as never,
  };
}

export interface EngineOptions {
  engine: "playwright" | "webkit";
}

interface EngineFixtures {
  line: Line;
  visitor: Visitor;
}

export const test = base.extend<EngineOptions & EngineFixtures>({
  engine: ["playwright", { option: true }],
  line: async ({ servers, brand, extraHTTPHeaders }, use) => {
    const { hostname, port } = new URL(servers[brand]);
    const address = extraHTTPHeaders?.["x-forwarded-for"] ?? "10.0.0.1";
    const line = await openLine({ hostname, port, address });
    await use(line);
    line.close();
  },
  baseURL: async ({ line }, use) => {
    await use(line.origin);
  },
  visitor: async ({ engine, line, page, viewport }, use) => {
    if (engine === "playwright") return use(visitorOf(page));
    const webkit = await openWebKit(line.origin, viewport ?? { width: 1280, height: 900 });
    await use(webkit);
    await webkit.close();
    return undefined;
  },
});

export { expect };
