// The last step of a plan of files (chunks.ts). When no two files can become one within the budgets, a visit with too many
// files can still do without one of them, if what it needs of that file moves to another one.
import { gzipSync } from "node:zlib";
import type { Chunk, Group } from "./fileGraph.ts";

interface Limits {
  files: ReadonlySet<string>;
  maxBytes: number;
  maxFiles: number;
}

/** An assignment of all parts to files, by number, and what follows from it. */
interface State {
  fileOf: readonly number[];
  /** Visits of each file, as bits. */
  loads: readonly Int32Array[];
  /** Files and bytes of each visit. */
  counts: readonly number[];
  bytes: readonly number[];
  /** Files that all visits load too many. */
  excess: number;
}

/** Above this, moves don't help, and trying them takes long. */
const MAX_EXCESS = 15;

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0);

/** Visits as bits, because sets of them are joined a million times. */
function bitsOf(visits: readonly number[], count: number): Int32Array {
  const bits = new Int32Array(Math.ceil(count / 32));
  for (const visit of visits) bits[visit >> 5] = (bits[visit >> 5] ?? 0) | (1 << (visit & 31));
  return bits;
}

function join(bits: Int32Array | undefined, more: Int32Array | undefined): void {
  if (bits && more)
    for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) | (more[word] ?? 0);
}

const has = (bits: Int32Array | undefined, visit: number) =>
  (((bits?.[visit >> 5] ?? 0) >> (visit & 31)) & 1) === 1;

const isSame = (one: Int32Array | undefined, other: Int32Array | undefined) =>
  one?.every((word, index) => word === other?.[index]) === true;

/** Returns files before what they import, or nothing if they import each other in a circle. */
function inOrder(imports: readonly ReadonlySet<number>[]): number[] | undefined {
  const order: number[] = [];
  const state = imports.map(() => "new");
  const visit = (file: number): boolean => {
    if (state[file] !== "new") return state[file] === "done";
    state[file] = "open";
    if (![...(imports[file] ?? [])].every(visit)) return false;
    state[file] = "done";
    order.push(file);
    return true;
  };
  return imports.every((_, file) => visit(file)) ? order.toReversed() : undefined;
}

class Mover {
  state: State;
  private readonly groups: readonly Group[];
  private readonly limits: readonly Limits[];
  readonly parts: readonly Chunk[];
  private readonly sizes: readonly number[];
  /** Parts that each part imports, and visits that need it. */
  private readonly imports: readonly number[][];
  private readonly visits: readonly Int32Array[];

  constructor(groups: readonly Group[], limits: readonly Limits[]) {
    this.groups = groups;
    this.limits = limits;
    this.parts = groups.flatMap(({ chunks }) => chunks);
    // Each part has its share of the file's size.
    this.sizes = groups.flatMap(({ chunks, size }) => {
      const alone = chunks.map(({ code }) => gzipSync(code).length);
      return alone.map((bytes) => (bytes * size) / sum(alone));
    });
    const numbers = new Map(this.parts.map(({ fileName }, number) => [fileName, number]));
    this.imports = this.parts.map(({ imports }) => imports.flatMap((file) => numbers.get(file) ?? []));
    this.visits = this.parts.map(({ fileName }) => {
      const needing = limits.flatMap(({ files }, visit) => (files.has(fileName) ? [visit] : []));
      return bitsOf(needing, limits.length);
    });
    const state = this.follow(groups.flatMap(({ chunks }, file) => chunks.map(() => file)));
    if (!state) throw new Error("Files of a plan import each other in a circle");
    this.state = state;
  }

  private follow(fileOf: readonly number[]): State | undefined {
    const imports = this.groups.map(() => new Set<number>());
    const loads = this.groups.map(() => bitsOf([], this.limits.length));
    const sizes = this.groups.map(() => 0);
    for (const [part, file] of fileOf.entries()) {
      sizes[file] = (sizes[file] ?? 0) + (this.sizes[part] ?? 0);
      join(loads[file], this.visits[part]);
      for (const imported of this.imports[part] ?? []) {
        const other = fileOf[imported];
        if (other !== undefined && other !== file) imports[file]?.add(other);
      }
    }
    const order = inOrder(imports);
    if (!order) return undefined;
    for (const file of order) for (const imported of imports[file] ?? []) join(loads[imported], loads[file]);
    const counts = this.limits.map(() => 0);
    const bytes = this.limits.map(() => 0);
    for (const [file, size] of sizes.entries()) {
      if (size === 0) continue;
      for (let visit = 0; visit < counts.length; visit += 1)
        if (has(loads[file], visit)) {
          counts[visit] = (counts[visit] ?? 0) + 1;
          bytes[visit] = (bytes[visit] ?? 0) + size;
        }
    }
    const excess = sum(
      this.limits.map(({ maxFiles }, visit) => Math.max(0, (counts[visit] ?? 0) - maxFiles)),
    );
    return { fileOf, loads, counts, bytes, excess };
  }

  /** Whether a state is better, within the budgets and without a page that loads another one. */
  private isAllowed({ excess, bytes, loads }: State): boolean {
    return (
      excess < this.state.excess &&
      this.limits.every(
        ({ maxBytes }, visit) => (bytes[visit] ?? 0) <= Math.max(maxBytes, this.state.bytes[visit] ?? 0),
      ) &&
      this.groups.every(({ isFixed }, file) => !isFixed || isSame(loads[file], this.state.loads[file]))
    );
  }

  /** Returns the parts of a file that a visit needs, with all that they import of it. */
  private neededOf(file: number, visit: number): ReadonlySet<number> {
    const isIn = (part: number) => this.state.fileOf[part] === file;
    const needed = new Set(
      [...this.parts.keys()].filter((part) => isIn(part) && has(this.visits[part], visit)),
    );
    // A set also runs through what is added meanwhile.
    for (const part of needed)
      for (const imported of this.imports[part] ?? []) if (isIn(imported)) needed.add(imported);
    return needed;
  }

  /** Makes the best move for a visit. */
  private relieve(visit: number): boolean {
    const files = this.groups.flatMap(({ isFixed }, file) =>
      !isFixed && has(this.state.loads[file], visit) ? [file] : [],
    );
    let best: State | undefined;
    for (const from of files) {
      const needed = this.neededOf(from, visit);
      if (needed.size === 0) continue;
      for (const to of files) {
        if (to === from) continue;
        const state = this.follow(this.state.fileOf.map((file, part) => (needed.has(part) ? to : file)));
        if (!state || !this.isAllowed(state)) continue;
        const isBetter =
          !best ||
          state.excess < best.excess ||
          (state.excess === best.excess && sum(state.bytes) < sum(best.bytes));
        if (isBetter) best = state;
      }
    }
    if (best) this.state = best;
    return best !== undefined;
  }

  step(): boolean {
    const crowded = this.limits.flatMap(({ maxFiles }, visit) =>
      (this.state.counts[visit] ?? 0) > maxFiles ? [visit] : [],
    );
    return crowded.some((visit) => this.relieve(visit));
  }
}

/** Returns the files of a plan, without those that stay as they are, and how many files visits load too many. */
export function moveParts(
  groups: readonly Group[],
  limits: readonly Limits[],
): { files: Chunk[][]; excess: number } {
  const mover = new Mover(groups, limits);
  if (mover.state.excess <= MAX_EXCESS) while (mover.step());
  const { fileOf, excess } = mover.state;
  const files = groups.map(({ isFixed }, file) =>
    isFixed ? [] : mover.parts.filter((_, part) => fileOf[part] === file),
  );
  return { files: files.filter((parts) => parts.length > 0), excess };
}
