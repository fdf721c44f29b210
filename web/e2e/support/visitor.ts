// A visitor for stories that run in Chromium, Firefox and WebKit. Playwright drives the first two. WebKit of Debian understands
// WebDriver only, so a visitor does little: what both ways of driving can do.
import type { Locator, Page } from "@playwright/test";
import { adaptCommands, fillLikeTyping } from "./firefox.ts";
import { openLine, type Line } from "./line.ts";
import { expect, test as base, watch } from "./story.ts";
import { visitWith } from "./webkit.ts";
import { startWebKit, type Size, type WebKit } from "./webkitProcess.ts";

export type Role = Parameters<Page["getByRole"]>[0];

/** Name or label of an element: exactly this text, or one that matches. */
export type Name = string | RegExp;

/** A page, or a part of it such as a dialog. Of several visible elements that fit, the first counts. */
export interface Part {
  within: (role: Role, name?: Name) => Part;
  /** Replaces the text of the field with this label. */
  fill: (label: Name, text: string) => Promise<void>;
  /** Chooses an option of the list with this label. */
  choose: (label: Name, option: string) => Promise<void>;
  /** Clicks an element once it is enabled and at rest. */
  click: (role: Role, name?: Name) => Promise<void>;
  /** Waits until an element is visible. */
  see: (role: Role, name?: Name) => Promise<void>;
  /** Waits until no such element is visible. */
  miss: (role: Role, name?: Name) => Promise<void>;
  /** Waits until this text is visible. A string may be a part of it. */
  read: (text: Name) => Promise<void>;
  /** Waits until the field with this label contains this text. */
  holds: (label: Name, text: string) => Promise<void>;
  /** Waits until an element has the focus. */
  hasFocus: (role: Role, name?: Name) => Promise<void>;
}

export interface Visitor extends Part {
  goto: (path: string) => Promise<void>;
  /** Waits until the path and query of the page match. */
  isAt: (address: RegExp) => Promise<void>;
  /** Presses a key in the element with the focus. */
  press: (key: Key) => Promise<void>;
  /** Types a text into the element with the focus. */
  type: (text: string) => Promise<void>;
  /** Calls a function in the page with a text. It may use nothing from outside. */
  run: <Answer>(action: (value: string) => Answer | Promise<Answer>, value?: string) => Promise<Answer>;
  /** Waits until such a function returns true. */
  waitFor: (isDone: (value: string) => Promise<boolean> | boolean, value?: string) => Promise<void>;
}

export type Key = "ArrowDown" | "ArrowRight" | "Enter" | "Escape" | "Space" | "Tab";

function partOf(root: Page | Locator): Part {
  const byRole = (role: Role, name?: Name) =>
    root
      .getByRole(role, name === undefined ? {} : { name, exact: true })
      .filter({ visible: true })
      .first();
  // The form of a search has the label of its field.
  const byLabel = (label: Name) =>
    root
      .getByLabel(label, { exact: true })
      .and(root.locator("input, textarea, select"))
      .filter({ visible: true })
      .first();
  return {
    within: (role, name) => partOf(byRole(role, name)),
    fill: (label, text) => byLabel(label).fill(text),
    choose: async (label, option) => void (await byLabel(label).selectOption({ label: option })),
    click: (role, name) => byRole(role, name).click(),
    see: (role, name) => expect(byRole(role, name)).toBeVisible(),
    miss: (role, name) => expect(byRole(role, name)).toHaveCount(0),
    read: (text) => expect(root.getByText(text).filter({ visible: true }).first()).toBeVisible(),
    holds: (label, text) => expect(byLabel(label)).toHaveValue(text),
    // Not `toBeFocused`: Tab may have moved on to Firefox's toolbar.
    hasFocus: (role, name) =>
      expect.poll(() => byRole(role, name).evaluate((one) => one === document.activeElement)).toBe(true),
  };
}

function visitorOf(page: Page): Visitor {
  const run: Visitor["run"] = (action, value = "") => page.evaluate<never, string>(action as never, value);
  return {
    ...partOf(page),
    // A page that is loaded from the cache still waits for answers that never come.
    goto: async (path) => void (await page.goto(path, { waitUntil: "commit" })),
    isAt: (address) =>
      expect
        .poll(() => {
          const { pathname, search } = new URL(page.url());
          return pathname + search;
        })
        .toMatch(address),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    run,
    waitFor: (isDone, value) => expect.poll(() => run(isDone, value)).toBe(true),
  };
}

export interface EngineOptions {
  /** Size of WebKit's screen. Undefined in the engines that Playwright drives. */
  webkitScreen: Size | undefined;
}

interface EngineFixtures {
  webkit: WebKit | undefined;
}

interface VisitorFixtures {
  line: Line;
  visitor: Visitor;
}

export const test = base.extend<VisitorFixtures, EngineOptions & EngineFixtures>({
  webkitScreen: [undefined, { option: true, scope: "worker" }],
  webkit: [
    async ({ webkitScreen }, use) => {
      if (!webkitScreen) return use(undefined);
      const webkit = await startWebKit(webkitScreen);
      await use(webkit);
      return webkit.stop();
    },
    { scope: "worker" },
  ],
  browser: [
    async ({ webkitScreen, playwright, browserName }, use) => {
      // Stories in WebKit need no browser of Playwright.
      if (webkitScreen) return use(undefined as never);
      const browser = await playwright[browserName].launch();
      if (browserName === "firefox") adaptCommands(browser);
      await use(browser);
      return browser.close();
    },
    { scope: "worker" },
  ],
  // The visitor itself watches what goes wrong.
  nothingGoesWrong: async ({ visitor: _visitor }, use) => use(),
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
  visitor: async ({ webkit, browser, browserName, line, expectedFailures }, use) => {
    if (webkit) {
      const visitor = visitWith(webkit.ask, line.origin);
      await use(visitor);
      await visitor.leave();
      expect(line.complaints, "pages report errors").toEqual([]);
      return;
    }
    const context = await browser.newContext();
    if (browserName === "firefox") await fillLikeTyping(context);
    const complaints = await watch(context, expectedFailures);
    await use(visitorOf(await context.newPage()));
    // A picture of the page is taken as it closes, which Firefox complains about.
    expect(complaints, "the browser complains").toEqual([]);
    await context.close();
  },
});

export { expect };
