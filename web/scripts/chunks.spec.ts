import { describe, expect, it } from "vitest";
import { planChunks, type Chunk, type Visit } from "./chunks.ts";

const ENTRY = "index.js";

let seed = 1;

/** Text that compresses little. */
function code(bytes: number): string {
  return Array.from({ length: bytes }, () => {
    seed = (seed * 16807) % 2147483647;
    return String.fromCharCode(33 + (seed % 90));
  }).join("");
}

function chunk(name: string, imports: string[] = [], isDynamicEntry = false): Chunk {
  return {
    name,
    fileName: `${name}.js`,
    code: code(1000),
    imports: imports.map((each) => `${each}.js`),
    moduleIds: [`/${name}.ts`],
    isEntry: name === "index",
    isDynamicEntry,
  };
}

/** A visit without what the others share, so that this is not code of all pages. */
const home: Visit = { files: new Set([ENTRY]), maxBytes: 100_000, maxFiles: 4 };

const page = (name: string, imports: string[]) => chunk(name, imports, true);

function visit(names: string[], { maxBytes = 100_000, maxFiles = 4 } = {}): Visit {
  return { files: new Set([ENTRY, ...names.map((name) => `${name}.js`)]), maxBytes, maxFiles };
}

/** Visits of three pages, of which two may have a limit. */
function visitsOf(two: { maxBytes?: number }, three: { maxBytes?: number }): Visit[] {
  return [home, visit(["one", "a", "b", "c"]), visit(["two", "a", "b"], two), visit(["three", "a"], three)];
}

function filesIn(plan: ReadonlyMap<string, string>, names: string[]) {
  return names.map((name) => plan.get(`/${name}.ts`));
}

describe("planChunks", () => {
  it("leaves pages alone, and joins what the same pages load", () => {
    const chunks = [chunk("index"), page("one", ["a", "b"]), page("two", ["a", "b"]), chunk("a"), chunk("b")];
    const plan = planChunks(chunks, [home, visit(["one", "a", "b"]), visit(["two", "a", "b"])]);
    expect(filesIn(plan, ["index", "one", "two", "a", "b"])).toEqual([
      undefined,
      undefined,
      undefined,
      "a",
      "a",
    ]);
  });

  const shared = [
    chunk("index"),
    page("one", ["a", "b", "c"]),
    page("two", ["a", "b"]),
    page("three", ["a"]),
    chunk("a"),
    chunk("b"),
    chunk("c"),
  ];
  const full = { maxBytes: 1 };

  it("joins more until no visit loads too many files, and spares a page without room in its budget", () => {
    expect(filesIn(planChunks(shared, visitsOf({}, full)), ["a", "b", "c"])).toEqual(["a", "b", "b"]);
    expect(filesIn(planChunks(shared, visitsOf(full, {})), ["a", "b", "c"])).toEqual(["a", "a", "c"]);
  });

  it("exceeds the number of files rather than a budget", () => {
    expect(filesIn(planChunks(shared, visitsOf(full, full)), ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  });

  it("joins a file that lies between two others, and no page", () => {
    const chunks = [
      chunk("index"),
      page("one", ["a", "b", "c", "d"]),
      page("two", ["c"]),
      chunk("a", ["b"]),
      chunk("b", ["c"]),
      chunk("c"),
      chunk("d", ["two"]),
    ];
    const plan = planChunks(chunks, [
      home,
      visit(["one", "a", "b", "c", "d", "two"], { maxFiles: 4 }),
      visit(["two", "c"], { maxFiles: 4 }),
    ]);
    expect(filesIn(plan, ["a", "b"])).toEqual(["a", "a"]);
    expect(plan.get("/two.ts")).toBeUndefined();
  });

  it("makes no page load another one, not even for a file that comes with what it imports", () => {
    const chunks = [
      chunk("index"),
      page("routes", []),
      page("one", ["words", "table"]),
      page("desk", ["table"]),
      chunk("words", ["menu-words"]),
      chunk("menu-words"),
      // Shares a file with these words.
      chunk("menu", ["routes"]),
      chunk("table"),
    ];
    const plan = planChunks(chunks, [
      home,
      visit(["routes", "one", "words", "menu-words", "menu", "table"], { maxFiles: 5 }),
      visit(["routes", "menu-words", "menu"], full),
      visit(["desk", "table"]),
    ]);
    expect(filesIn(plan, ["menu-words", "menu"])).toEqual(["menu-words", "menu-words"]);
    expect(filesIn(plan, ["words", "table"])).toEqual(["words", "table"]);
  });
});
