import { describe, expect, it } from "vitest";
import { planChunks, type Visit } from "./chunks.ts";
import { circleIn } from "./circles.ts";
import type { Chunk } from "./fileGraph.ts";

const ENTRY = "index.js";

let seed = 1;

/** Text that compresses little. */
function code(bytes: number): string {
  return Array.from({ length: bytes }, () => String.fromCharCode(33 + random(90))).join("");
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

function random(below: number): number {
  seed = (seed * 16807) % 2147483647;
  return seed % below;
}

/** A build of thirty files that import those after them, and of ten pages. Pages are imported too. */
function randomBuild(): { chunks: Chunk[]; visits: Visit[] } {
  const names = Array.from({ length: 40 }, (_, index) => `file${index}`);
  const chunks = names.map((name, index) => {
    const below = names.slice(index + 1).filter(() => random(8) === 0);
    return chunk(name, below, index % 4 === 0);
  });
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const closure = (file: string): string[] => [file, ...(importsOf.get(file) ?? []).flatMap(closure)];
  const pages = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  const visits = pages.map(({ fileName }) => ({
    files: new Set([ENTRY, ...closure(fileName)]),
    maxBytes: 100_000,
    maxFiles: 4,
  }));
  return { chunks: [chunk("index"), ...chunks], visits: [home, ...visits] };
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

  it("never makes files that import each other in a circle", () => {
    for (let build = 0; build < 20; build += 1) {
      const { chunks, visits } = randomBuild();
      const plan = planChunks(chunks, visits);
      const fileOf = ({ moduleIds, fileName }: Chunk) => plan.get(moduleIds[0] ?? "") ?? fileName;
      const fileNames = new Map(chunks.map((each) => [each.fileName, fileOf(each)]));
      const imports = new Map<string, Set<string>>();
      for (const each of chunks) {
        const file = fileOf(each);
        const known = imports.get(file) ?? new Set();
        each.imports.forEach((name) => known.add(fileNames.get(name) ?? ""));
        known.delete(file);
        imports.set(file, known);
      }
      const files = [...imports].map(([fileName, names]) => ({ fileName, imports: [...names] }));
      expect(files.length).toBeLessThan(chunks.length);
      expect(circleIn(files)).toBeUndefined();
    }
  });

  it("lets two pages share more, rather than leave one of them with too many files", () => {
    // Merging the cheapest pair first leaves no room for the page that needs another one.
    const chunks = [
      chunk("index"),
      page("one", ["a", "b", "c"]),
      page("two", ["b", "c", "d"]),
      chunk("a"),
      chunk("b"),
      chunk("c"),
      chunk("d"),
    ];
    const plan = planChunks(chunks, [home, visit(["one", "a", "b", "c"]), visit(["two", "b", "c", "d"])]);
    expect(filesIn(plan, ["b", "c"])).toEqual(["b", "b"]);
    expect(new Set(filesIn(plan, ["a", "b", "d"])).size).toBe(3);
  });
});
