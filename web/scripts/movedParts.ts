// The last step of a plan of files (chunks.ts). When no two files can become one within the budgets, parts of files move
// elsewhere until no visit loads too many. Moves are drawn at random. One that makes the plan worse is kept too, but less and
// less often (simulated annealing), because a good plan may be several moves away, the first of which only costs.
import { gzipSync } from "node:zlib";
import type { Chunk, Group } from "./fileGraph.ts";

interface Limits {
  files: ReadonlySet<string>;
  maxBytes: number;
  maxFiles: number;
}

/** Searches from the start, each with other numbers. */
const ATTEMPTS = 5;
const MOVES_PER_PART = 240;
/** How much worse a plan may become at the first and at the last moves. One file too many counts 1. */
const WORST = { first: 0.4, last: 0.02 };
/** Bytes over a budget that count like one file too many. */
const BYTES_LIKE_A_FILE = 400;
/** How much a visit counts that uses all of its budget. */
const FULL_BUDGET = 0.01;

const WORD = 32;

/** Sets of small numbers, one after the other in an array of bits, because they are joined a million times. */
class Sets {
  private readonly words: number;
  private bits: Int32Array;

  constructor(count: number, numbers: number) {
    this.words = Math.ceil(numbers / WORD);
    this.bits = new Int32Array(count * this.words);
  }

  clear(): void {
    this.bits.fill(0);
  }

  add(set: number, number: number): void {
    const index = set * this.words + (number >> 5);
    this.bits[index] = (this.bits[index] ?? 0) | (1 << (number & 31));
  }

  has(set: number, number: number): boolean {
    return (((this.bits[set * this.words + (number >> 5)] ?? 0) >> (number & 31)) & 1) === 1;
  }

  /** Adds to a set all numbers of a set of the same kind. */
  join(set: number, others: Sets, other: number): void {
    const [to, from] = [set * this.words, other * this.words];
    for (let word = 0; word < this.words; word += 1)
      this.bits[to + word] = (this.bits[to + word] ?? 0) | (others.bits[from + word] ?? 0);
  }

  isSame(set: number, others: Sets): boolean {
    const end = (set + 1) * this.words;
    for (let index = set * this.words; index < end; index += 1)
      if (this.bits[index] !== others.bits[index]) return false;
    return true;
  }

  /** Calls with each number of a set, until a call returns false. */
  every(set: number, call: (number: number) => boolean): boolean {
    for (let word = 0; word < this.words; word += 1)
      for (let left = this.bits[set * this.words + word] ?? 0; left !== 0; left &= left - 1)
        if (!call(word * WORD + 31 - Math.clz32(left & -left))) return false;
    return true;
  }

  copy(): Sets {
    const copy = new Sets(0, this.words * WORD);
    copy.bits = this.bits.slice();
    return copy;
  }
}

/** The parts of a plan, their limits, and what the assignment of parts to files that was measured last costs. */
class Measure {
  readonly parts: readonly Chunk[];
  readonly start: Int16Array;
  /** Numbers of the parts that may move, and of the files that they may move to. */
  readonly movable: readonly number[];
  readonly files: readonly number[];
  /** Visits that need each part, and those that load each file. */
  readonly needs: Sets;
  readonly loads: Sets;
  /** Files that all visits load too many, and bytes that they load too many. */
  excess = 0;
  surplus = 0;
  readonly crowded: number[] = [];
  private readonly limits: readonly Limits[];
  private readonly isFixed: readonly boolean[];
  private readonly sizes: readonly number[];
  /** Parts that each part imports. */
  private readonly imports: readonly number[][];
  /** Files that each file imports. */
  private readonly links: Sets;
  private readonly bytesOf: Float64Array;
  private readonly order: number[] = [];
  private readonly states: Int8Array;
  private readonly counts: Int32Array;
  private readonly bytes: Float64Array;
  /** Visits that load each file at the start. Those of fixed files stay, so that no page loads another one. */
  private readonly before: Sets;

  constructor(groups: readonly Group[], limits: readonly Limits[]) {
    this.limits = limits;
    this.parts = groups.flatMap(({ chunks }) => chunks);
    this.isFixed = groups.map(({ isFixed }) => isFixed);
    this.start = Int16Array.from(groups.flatMap(({ chunks }, file) => chunks.map(() => file)));
    this.files = groups.flatMap(({ isFixed }, file) => (isFixed ? [] : [file]));
    this.movable = [...this.parts.keys()].filter((part) => !this.isFixed[this.start[part] ?? 0]);
    // Each part has its share of the file's size.
    this.sizes = groups.flatMap(({ chunks, size }) => {
      const alone = chunks.map(({ code }) => gzipSync(code).length);
      const total = alone.reduce((sum, bytes) => sum + bytes, 0);
      return alone.map((bytes) => (bytes * size) / total);
    });
    const numbers = new Map(this.parts.map(({ fileName }, number) => [fileName, number]));
    this.imports = this.parts.map(({ imports }) => imports.flatMap((file) => numbers.get(file) ?? []));
    this.needs = new Sets(this.parts.length, limits.length);
    for (const [part, { fileName }] of this.parts.entries())
      for (const [visit, { files }] of limits.entries()) if (files.has(fileName)) this.needs.add(part, visit);
    this.loads = new Sets(groups.length, limits.length);
    this.links = new Sets(groups.length, groups.length);
    this.bytesOf = new Float64Array(groups.length);
    this.states = new Int8Array(groups.length);
    this.counts = new Int32Array(limits.length);
    this.bytes = new Float64Array(limits.length);
    if (!this.follow(this.start)) throw new Error("Files of a plan import each other in a circle");
    this.before = this.loads.copy();
  }

  /** Puts files before what they import. Returns false if they import each other in a circle. */
  private readonly visitFile = (file: number): boolean => {
    if (this.states[file] !== 0) return this.states[file] === 2;
    this.states[file] = 1;
    if (!this.links.every(file, this.visitFile)) return false;
    this.states[file] = 2;
    this.order.push(file);
    return true;
  };

  /** Finds which visits load each file. */
  private follow(fileOf: Int16Array): boolean {
    this.links.clear();
    this.loads.clear();
    this.bytesOf.fill(0);
    this.states.fill(0);
    this.order.length = 0;
    for (let part = 0; part < fileOf.length; part += 1) {
      const file = fileOf[part] ?? 0;
      this.bytesOf[file] = (this.bytesOf[file] ?? 0) + (this.sizes[part] ?? 0);
      this.loads.join(file, this.needs, part);
      for (const imported of this.imports[part] ?? []) {
        const other = fileOf[imported] ?? 0;
        if (other !== file) this.links.add(file, other);
      }
    }
    for (let file = 0; file < this.isFixed.length; file += 1) if (!this.visitFile(file)) return false;
    for (const file of this.order.toReversed())
      this.links.every(file, (imported) => {
        this.loads.join(imported, this.loads, file);
        return true;
      });
    return true;
  }

  /** Returns how bad an assignment of parts to files is: infinitely, if it is not allowed. */
  costOf(fileOf: Int16Array): number {
    if (!this.follow(fileOf)) return Infinity;
    this.counts.fill(0);
    this.bytes.fill(0);
    for (const [file, isFixed] of this.isFixed.entries()) {
      if (isFixed && !this.loads.isSame(file, this.before)) return Infinity;
      const size = this.bytesOf[file] ?? 0;
      if (size === 0) continue;
      this.loads.every(file, (visit) => {
        this.counts[visit] = (this.counts[visit] ?? 0) + 1;
        this.bytes[visit] = (this.bytes[visit] ?? 0) + size;
        return true;
      });
    }
    this.excess = 0;
    this.surplus = 0;
    this.crowded.length = 0;
    let used = 0;
    for (const [visit, { maxBytes, maxFiles }] of this.limits.entries()) {
      const files = Math.max(0, (this.counts[visit] ?? 0) - maxFiles);
      const bytes = Math.max(0, (this.bytes[visit] ?? 0) - maxBytes);
      if (files > 0 || bytes > 0) this.crowded.push(visit);
      this.excess += files;
      this.surplus += bytes;
      used += (this.bytes[visit] ?? 0) / maxBytes;
    }
    return this.excess + this.surplus / BYTES_LIKE_A_FILE + used * FULL_BUDGET;
  }
}

/** An assignment of parts to files that changes at random. */
class Search {
  fileOf: Int16Array;
  private cost: number;
  private readonly measure: Measure;
  private readonly draw: () => number;
  private loads: Sets;
  private crowded: readonly number[];

  constructor(measure: Measure, draw: () => number) {
    this.measure = measure;
    this.draw = draw;
    this.fileOf = measure.start;
    this.cost = measure.costOf(this.fileOf);
    this.loads = measure.loads.copy();
    this.crowded = [...measure.crowded];
  }

  private oneOf(list: readonly number[]): number {
    return list[Math.floor(this.draw() * list.length)] ?? 0;
  }

  /** Returns the assignment with what a crowded visit needs of one file in another file that it loads, too. */
  private relieved(): Int16Array {
    const visit = this.oneOf(this.crowded);
    const files = this.measure.files.filter((file) => this.loads.has(file, visit));
    const [from, to] = [this.oneOf(files), this.oneOf(files)];
    return this.fileOf.map((file, part) =>
      file === from && this.measure.needs.has(part, visit) ? to : file,
    );
  }

  private changed(): Int16Array {
    const { movable, files } = this.measure;
    const kind = this.draw();
    if (kind < 0.35 && this.crowded.length > 0) return this.relieved();
    const [one, other] = [this.oneOf(movable), this.oneOf(movable)];
    const [from, to] = [this.fileOf[one] ?? 0, this.fileOf[other] ?? 0];
    if (kind < 0.45) return this.fileOf.map((file) => (file === from ? to : file));
    const changed = this.fileOf.slice();
    changed[one] = kind < 0.55 ? to : this.oneOf(files);
    if (kind < 0.55) changed[other] = from;
    return changed;
  }

  /** Makes a change, unless it makes the plan much worse. Returns how many files visits load too many, if all are within their budgets. */
  step(worst: number): number {
    const changed = this.changed();
    const cost = this.measure.costOf(changed);
    if (cost > this.cost && this.draw() >= Math.exp((this.cost - cost) / worst)) return Infinity;
    const { excess, surplus, loads, crowded } = this.measure;
    this.fileOf = changed;
    this.cost = cost;
    this.loads = loads.copy();
    this.crowded = [...crowded];
    return surplus === 0 ? excess : Infinity;
  }
}

/** Returns numbers between 0 and 1 that look random and are the same in every build. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff;
  };
}

/** Returns the best assignment within the budgets. */
function assign(measure: Measure): Int16Array {
  measure.costOf(measure.start);
  let best = { fileOf: measure.start, excess: measure.excess };
  const moves = measure.movable.length * MOVES_PER_PART;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const search = new Search(measure, drawn(attempt));
    for (let move = 0; move < moves && best.excess > 0; move += 1) {
      const excess = search.step(WORST.first * (WORST.last / WORST.first) ** (move / moves));
      if (excess < best.excess) best = { fileOf: search.fileOf, excess };
    }
  }
  return best.fileOf;
}

/** Returns the files of a plan, without those that stay as they are. */
export function moveParts(groups: readonly Group[], limits: readonly Limits[]): Chunk[][] {
  const measure = new Measure(groups, limits);
  const fileOf = assign(measure);
  const files = groups.map(({ isFixed }, file) =>
    isFixed ? [] : measure.parts.filter((_, part) => fileOf[part] === file),
  );
  return files.filter((parts) => parts.length > 0);
}
