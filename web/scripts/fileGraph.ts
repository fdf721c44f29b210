// The script files of a build as a graph of what imports what. Files may become one, but never so that files import each
// other in a circle: one of them would run before the values that it takes from another are there.
import { gzipSync } from "node:zlib";
import type { Rolldown } from "vite";

/** A file of a build without a plan. */
export type Chunk = Pick<
  Rolldown.OutputChunk,
  "name" | "fileName" | "code" | "imports" | "moduleIds" | "isEntry" | "isDynamicEntry"
>;

/** Files of a build that become one. */
export interface Group {
  id: number;
  chunks: readonly Chunk[];
  /** Whether it stays a file of its own: a page, other code that loads on demand, or code of all pages. */
  isFixed: boolean;
  /** Bytes after compression. */
  size: number;
  /** Whether each visit loads it. */
  visits: readonly boolean[];
  /** Groups that it imports, directly or through others. */
  under: Set<Group>;
}

/** Imports and exports of a minified file. Most of them disappear when files become one. */
const REFERENCES = /import(?:\{[^}]*\}from)?"[^"]*";|export\{([^}]*)\};?/g;

/** Bytes after compression for a thing that others take from a file. */
const BYTES_OF_AN_EXPORT = 3;

function sizeOf(chunks: readonly Chunk[]): number {
  const exported = chunks.flatMap(({ code }) =>
    [...code.matchAll(REFERENCES)].flatMap(([, names]) => names?.split(",") ?? []),
  );
  const own = gzipSync(chunks.map(({ code }) => code.replaceAll(REFERENCES, "")).join("\n")).length;
  return own + exported.length * BYTES_OF_AN_EXPORT;
}

function groupOf(id: number, chunk: Chunk, visits: readonly boolean[]): Group {
  const isFixed = chunk.isEntry || chunk.isDynamicEntry || !visits.includes(false);
  return { id, chunks: [chunk], isFixed, size: sizeOf([chunk]), visits, under: new Set() };
}

/** Notes in each group what it imports. */
function follow(groups: ReadonlyMap<string, Group>): void {
  const known = new Set<Group>();
  const visit = (group: Group) => {
    if (known.has(group)) return;
    known.add(group);
    for (const file of group.chunks.flatMap(({ imports }) => imports)) {
      const imported = groups.get(file);
      if (!imported || group.under.has(imported)) continue;
      visit(imported);
      for (const each of [imported, ...imported.under]) group.under.add(each);
    }
  };
  for (const group of groups.values()) visit(group);
}

/** Returns the groups between two, which would import their merged file and be imported by it. */
export function between(one: Group, other: Group): Group[] {
  const [upper, lower] = other.under.has(one) ? [other, one] : [one, other];
  return upper.under.has(lower) ? [...upper.under].filter(({ under }) => under.has(lower)) : [];
}

function isEqual(one: Group, other: Group): boolean {
  return one.visits.every((loads, visit) => loads === other.visits[visit]);
}

/** Groups with the same key can become one without a circle. */
function keyOf(group: Group): string {
  const fixed = [...group.under].filter((each) => each.isFixed && isEqual(each, group));
  const names = fixed.flatMap(({ chunks }) => chunks.map(({ fileName }) => fileName));
  return [...group.visits.map(Number), ...names.toSorted()].join(" ");
}

/** The files that at least one visit loads. No other can be between two of them. */
export class FileGraph {
  groups: Group[];
  private nextId: number;
  /** Number of groups that there can ever be, since each merge leaves fewer. */
  readonly maxGroups: number;

  constructor(chunks: readonly Chunk[], visits: readonly { files: ReadonlySet<string> }[]) {
    const groups = chunks.map((chunk, id): [string, Group] => {
      const loads = visits.map(({ files }) => files.has(chunk.fileName));
      return [chunk.fileName, groupOf(id, chunk, loads)];
    });
    const loaded = new Map(groups.filter(([, group]) => group.visits.includes(true)));
    follow(loaded);
    this.groups = [...loaded.values()];
    this.nextId = chunks.length;
    this.maxGroups = 2 * chunks.length;
    this.mergeEqual();
  }

  /**
   * Merges what the same visits load, which costs them nothing. A file imports only what all of its visits load, so a circle
   * could only go through a fixed file that the same visits load: some of them import it, and it imports others.
   */
  private mergeEqual(): void {
    const equal = new Map<string, Group[]>();
    for (const group of this.groups) {
      if (group.isFixed) continue;
      const key = keyOf(group);
      equal.set(key, [...(equal.get(key) ?? []), group]);
    }
    for (const groups of equal.values()) if (groups.length > 1) this.merge(groups);
  }

  /** Merges groups, and those between them must be among them. All of their visits then load the merged file and what it imports. */
  merge(groups: readonly Group[]): void {
    const gone = new Set(groups);
    const under = new Set(groups.flatMap((group) => [...group.under]).filter((group) => !gone.has(group)));
    const visits = (groups[0]?.visits ?? []).map((_, visit) => groups.some((group) => group.visits[visit]));
    const chunks = groups.flatMap((group) => group.chunks);
    const merged = { id: this.nextId, chunks, isFixed: false, size: sizeOf(chunks), visits, under };
    this.nextId += 1;
    for (const imported of under)
      imported.visits = imported.visits.map((loads, visit) => loads || visits[visit] === true);
    this.groups = [...this.groups.filter((group) => !gone.has(group)), merged];
    for (const group of this.groups) {
      if (!groups.some((each) => group.under.delete(each))) continue;
      for (const each of groups) group.under.delete(each);
      for (const each of [merged, ...under]) group.under.add(each);
    }
  }
}
