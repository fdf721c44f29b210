// Drives WebKitGTK with WebDriver, because Playwright drives only a WebKit of its own, which Debian doesn't have. Testing Library
// finds elements by role, name and label, as Playwright does.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Key, Name, Part, Role, Visitor } from "./visitor.ts";
import { until, type Ask } from "./webkitProcess.ts";

/** Key of an element's id in replies of WebDriver. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

const finder = readFile(
  createRequire(import.meta.url).resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
  "utf8",
);

/** Key codes of WebDriver. */
const KEYS: Record<Key, string> = {
  ArrowDown: "\uE015",
  ArrowRight: "\uE014",
  Enter: "\uE006",
  Escape: "\uE00C",
  Space: " ",
  Tab: "\uE004",
};

/** Reply of a page that needs the finder first. Each new page does. */
const FINDER_IS_MISSING = "the finder is missing";

/** A query of Testing Library. Each one looks inside of the elements of the one before. */
type Step = [query: string, wanted: unknown, options?: object];

/** Turns expressions into objects, because WebDriver sends JSON. */
const plain = (value: unknown): unknown =>
  value instanceof RegExp ? { source: value.source, flags: value.flags } : value;

const byRole = (role: Role, name?: Name): Step => [
  "queryAllByRole",
  role,
  name === undefined ? {} : { name: plain(name) },
];
const byLabel = (label: Name): Step => [
  "queryAllByLabelText",
  plain(label),
  { selector: "input, textarea, select" },
];
const byText = (text: Name): Step => ["queryAllByText", plain(text), { exact: false }];

/** Defines `find`, which returns the first visible element. */
const FINDER = `
  const alive = (value) => (value?.source === undefined ? value : new RegExp(value.source, value.flags));
  const isVisible = (one) => one.checkVisibility({ visibilityProperty: true });
  const find = (steps) => steps.reduce(
    (roots, [query, wanted, { name, ...options }]) => roots.flatMap((root) =>
      TestingLibraryDom[query](root, alive(wanted), { ...options, ...(name && { name: alive(name) }) }).filter(isVisible)),
    [document.body],
  )[0] ?? null;`;

/** Returns the element once it is enabled, with its place. From then on the page notes a click. */
const READY = `
  if (!one || one.matches(":disabled, [aria-disabled=true]")) return null;
  self.isClicked = false;
  addEventListener("click", self.noteClick ??= () => void (self.isClicked = true), { capture: true });
  one.scrollIntoView({ block: "center", behavior: "instant" });
  return { one, place: JSON.stringify(one.getBoundingClientRect()) };`;

/** True once the page that was ready for a click has had it, and on a new page, because the click has led to it. */
const CLICKED = "return self.isClicked !== false";

/** Types a text in place of the old one, in a way that React takes for typing. */
const FILL = `
  one.focus();
  one.select();
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
  return true;`;

const CHOOSE = `
  const option = [...one.options].find(({ label }) => label === text);
  if (!option) return false;
  one.value = option.value;
  for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
  return true;`;

type Element = Record<typeof ELEMENT, string>;

interface Page {
  ask: Ask;
  /** Runs the body of a function in the page, with these arguments as `given`. */
  run: <Reply>(body: string, ...given: unknown[]) => Promise<Reply>;
  /** Like `until`, with the page's text in the message. */
  until: (what: string, attempt: () => Promise<unknown>) => Promise<void>;
}

function partOf(page: Page, steps: Step[]): Part {
  /** Repeats a script with the found element until it returns true. */
  const act = (step: Step, script: string, text = "") =>
    page.until(JSON.stringify([...steps, step]), () =>
      page.run(
        `${FINDER}; const [steps, text] = given; const one = find(steps); if (!one) return false; ${script}`,
        [...steps, step],
        text,
      ),
    );
  return {
    within: (role, name) => partOf(page, [...steps, byRole(role, name)]),
    fill: (label, text) => act(byLabel(label), `if (one.matches(":disabled")) return false; ${FILL}`, text),
    choose: (label, option) => act(byLabel(label), CHOOSE, option),
    click: (role, name) => {
      let before = "";
      let isSent = false;
      return page.until(`${role} ${String(name)} to click`, async () => {
        if (isSent && (await page.run<boolean>(CLICKED))) return true;
        const path = [...steps, byRole(role, name)];
        const script = `${FINDER}; const one = find(given[0]); ${READY}`;
        const found = await page.run<{ one: Element; place: string } | null>(script, path);
        const isAtRest = found?.place === before;
        before = found?.place ?? "";
        if (!found || !isAtRest) return false;
        isSent = true;
        await page.ask("POST", `/element/${found.one[ELEMENT]}/click`, {}).catch((error: Error) => {
          // A click that leaves the page may get no reply.
          if (error.name !== "TimeoutError") throw error;
        });
        return page.run<boolean>(CLICKED);
      });
    },
    see: (role, name) => act(byRole(role, name), "return true;"),
    miss: (role, name) =>
      page.until(`${role} ${String(name)} to go`, () =>
        page.run(`${FINDER}; return find(given[0]) === null;`, [...steps, byRole(role, name)]),
      ),
    read: (text) => act(byText(text), "return true;"),
    holds: (label, text) => act(byLabel(label), "return one.value === text;", text),
    hasFocus: (role, name) => act(byRole(role, name), "return one === document.activeElement;"),
  };
}

function pageOf(ask: Ask, origin: string): Page {
  const send = <Reply>(body: string, given: unknown[]) =>
    ask<Reply>("POST", "/execute/sync", { script: `const given = arguments; ${body}`, args: given });
  return {
    ask,
    run: async <Reply>(body: string, ...given: unknown[]) => {
      const isMissing = `location.origin === ${JSON.stringify(origin)} && !self.TestingLibraryDom`;
      const script = `if (${isMissing}) return "${FINDER_IS_MISSING}"; ${body}`;
      const reply = await send<Reply | typeof FINDER_IS_MISSING>(script, given);
      if (reply !== FINDER_IS_MISSING) return reply;
      await send(await finder, []);
      return send<Reply>(body, given);
    },
    until: (what, attempt) =>
      until(what, attempt as () => Promise<boolean>, () =>
        send(
          "return `on ${location.href}: ${document.body.innerText.slice(0, 600).replaceAll(/\\s+/g, ' ')}`",
          [],
        ),
      ).then(() => undefined),
  };
}

/**
 * Starts a function in the page, and returns its outcome once there is one. WebDriver's own asynchronous scripts never answer if
 * the page is left meanwhile.
 */
const RUN = `
  const [id, text] = given;
  const runs = (self.storyRuns ??= {});
  if (!(id in runs)) {
    runs[id] = null;
    const settle = (outcome) => void (runs[id] = outcome);
    Promise.resolve(text).then(action).then((reply) => settle({ reply }), (error) => settle({ error: String(error) }));
  }
  return runs[id];`;

interface Outcome<Answer> {
  reply?: Answer;
  error?: string;
}

/** Deletes what the pages of a story have stored. Their cookies are not theirs alone, so WebDriver deletes these. */
async function forget(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  // A database that the page has opened is deleted once the page is left.
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

export interface WebKitVisitor extends Visitor {
  /** Leaves the browser as it was before the visit. */
  leave: () => Promise<void>;
}

/** Returns a visitor of these pages in a running WebKit. */
export function visitWith(ask: Ask, origin: string): WebKitVisitor {
  const page = pageOf(ask, origin);
  let runs = 0;
  const run = async <Answer>(
    action: (value: string) => Answer | Promise<Answer>,
    value = "",
  ): Promise<Answer> => {
    const id = (runs += 1);
    const script = `const action = ${action.toString()}; ${RUN}`;
    const { reply, error } = await until("a function in the page", () =>
      page.run<Outcome<Answer> | null>(script, id, value),
    );
    if (error !== undefined) throw new Error(error);
    return reply as Answer;
  };
  const pressAll = async (keys: string[]) => {
    const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
    await ask("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };

  return {
    ...partOf(page, []),
    goto: async (path) => {
      await page.run("self.isLeft = true");
      await ask("POST", "/url", { url: origin + path });
      await page.until(path, () => page.run("return !self.isLeft"));
    },
    isAt: (address) =>
      page.until(String(address), async () =>
        address.test(await page.run<string>("return location.pathname + location.search")),
      ),
    press: (key) => pressAll([KEYS[key]]),
    type: (text) => pressAll(Array.from(text)),
    run,
    waitFor: (isDone, value) => page.until("the page", () => run(isDone, value)),
    leave: async () => {
      await run(forget);
      await ask("DELETE", "/cookie");
      await ask("POST", "/url", { url: "about:blank" });
    },
  };
}
