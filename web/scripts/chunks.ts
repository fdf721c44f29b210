// Plans which modules share a file. Left alone, the bundler makes a file for each set of pages that need the same modules:
// hundreds, most of them tiny. Here, two files become one until no page loads too many. Pages that needed one of them then
// also load the other with all that it imports, so the two that cost pages the least of their remaining budgets come first.
import { between, FileGraph, type Chunk, type Group } from "./fileGraph.ts";
import { moveParts } from "./movedParts.ts";

/** A first visit to a page. */
export interface Visit {
  /** Files that it loads without a plan. */
  files: ReadonlySet<string>;
  /** Maximum bytes after compression. */
  maxBytes: number;
  maxFiles: number;
}

class Planner {
  readonly graph: FileGraph;
  private readonly visits: readonly Visit[];
  /** How much a file too many of each visit counts. */
  private readonly weights: readonly number[];
  /** Files that each visit loads, and what remains of its budget. */
  private files: number[] = [];
  private rooms: number[] = [];
  /** Bytes that a visit saves by loading one file less. */
  private sparedByOne: number[] = [];
  /** Scores as last computed. They rarely fall later, because budgets fill up. */
  private readonly scores = new WeakMap<Group, Float64Array>();

  constructor(chunks: readonly Chunk[], visits: readonly Visit[], weights: readonly number[]) {
    this.graph = new FileGraph(chunks, visits);
    this.visits = visits;
    this.weights = weights;
    this.weigh();
  }

  private weigh(): void {
    this.files = this.visits.map(() => 0);
    this.rooms = this.visits.map(({ maxBytes }) => maxBytes);
    for (const { visits, size } of this.graph.groups)
      for (let visit = 0; visit < visits.length; visit += 1)
        if (visits[visit]) {
          this.files[visit] = (this.files[visit] ?? 0) + 1;
          this.rooms[visit] = (this.rooms[visit] ?? 0) - size;
        }
    this.sparedByOne = this.visits.map((_, visit) => this.spared(visit, -1));
  }

  /** Returns the files that a visit loads too many, or would load with this many more. */
  excess(visit: number, more = 0): number {
    return Math.max(0, (this.files[visit] ?? 0) + more - (this.visits[visit]?.maxFiles ?? Infinity));
  }

  private spared(visit: number, more: number): number {
    return (this.excess(visit) - this.excess(visit, more)) * (this.weights[visit] ?? 1);
  }

  /** Returns a score that is too low, because it leaves out what the groups import. */
  private boundOf(one: Group, other: Group): number {
    let price = 0;
    let spared = 0;
    for (let visit = 0; visit < this.rooms.length; visit += 1) {
      const isLoaded = one.visits[visit];
      if (isLoaded !== other.visits[visit])
        price += (isLoaded ? other.size : one.size) / Math.max(1, this.rooms[visit] ?? 0);
      else if (isLoaded) spared += this.sparedByOne[visit] ?? 0;
    }
    return spared > 0 ? price / spared : Infinity;
  }

  /** Returns the part of the remaining budgets that visits pay for each file too many that a merge spares them. */
  private scoreOf(one: Group, other: Group): number {
    const inner = between(one, other);
    if (inner.some(({ isFixed }) => isFixed)) return Infinity;
    let price = 0;
    let spared = 0;
    for (let visit = 0; visit < this.rooms.length; visit += 1) {
      if (one.visits[visit] && other.visits[visit]) spared += this.spared(visit, -1 - inner.length);
      if (one.visits[visit] === other.visits[visit]) continue;
      const joined = one.visits[visit] ? other : one;
      let bytes = joined.size;
      let files = 0;
      for (const group of joined.under) {
        const isInner = inner.includes(group);
        if (group.visits[visit]) files -= Number(isInner);
        else {
          // Pages don't load other pages.
          if (group.isFixed) return Infinity;
          bytes += group.size;
          files += Number(!isInner);
        }
      }
      const room = this.rooms[visit] ?? 0;
      if (bytes > room) return Infinity;
      price += bytes / room;
      spared += this.spared(visit, files);
    }
    return spared > 0 ? price / spared : Infinity;
  }

  /** Returns the two groups with the lowest score. */
  private cheapest(): [Group, Group] | undefined {
    let best: [Group, Group] | undefined;
    let lowest = Infinity;
    const isCrowded = this.visits.map((_, visit) => this.excess(visit) > 0);
    const candidates = this.graph.groups.filter(
      ({ isFixed, visits }) => !isFixed && visits.some((loads, visit) => loads && isCrowded[visit]),
    );
    for (const [index, one] of candidates.entries()) {
      const known = this.scores.get(one) ?? new Float64Array(this.graph.maxGroups);
      this.scores.set(one, known);
      for (let next = index + 1; next < candidates.length; next += 1) {
        const other = candidates[next];
        if (!other || (known[other.id] ?? 0) >= lowest) continue;
        // The bound doesn't know of files between the two.
        let score = one.under.has(other) || other.under.has(one) ? 0 : this.boundOf(one, other);
        if (score < lowest) score = this.scoreOf(one, other);
        known[other.id] = score;
        if (score < lowest) [best, lowest] = [[one, other], score];
      }
    }
    return best;
  }

  /** Merges two groups, if that brings a visit nearer to its number of files within all budgets. */
  step(): boolean {
    const pair = this.cheapest();
    if (!pair) return false;
    this.graph.merge([...pair, ...between(...pair)]);
    this.weigh();
    return true;
  }
}

/** Names each file after its largest part. */
function namesOf(files: readonly (readonly Chunk[])[]): Map<string, string> {
  const plan = new Map<string, string>();
  const names = new Set<string>();
  for (const chunks of files) {
    const [largest] = chunks.toSorted((a, b) => b.code.length - a.code.length);
    const name = largest?.name ?? "shared";
    let unique = name;
    for (let number = 2; names.has(unique); number += 1) unique = `${name}${number}`;
    names.add(unique);
    for (const { moduleIds } of chunks) for (const id of moduleIds) plan.set(id, unique);
  }
  return plan;
}

/** Attempts at a plan, and how much more a visit counts after an attempt in which it loads too many files. */
const ATTEMPTS = 80;
const GROWTH = 1.1;
/** Logarithm by which an attempt changes what a visit counts, at random. */
const CHANGE = 0.6;

/** Returns numbers between 0 and 1 that look random and are the same in every build. */
function drawn(): () => number {
  let state = 22;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff;
  };
}

/**
 * Returns the file of each module that several pages share. If a visit still loads too many files when budgets are used up, it
 * counts more in the next attempt, which begins near the best one so far. The budgets check the result (budget.ts).
 */
export function planChunks(chunks: readonly Chunk[], visits: readonly Visit[]): Map<string, string> {
  const draw = drawn();
  let weights = visits.map(() => 1);
  let best: { files: Chunk[][]; excess: number } | undefined;
  for (let attempt = 0; attempt < ATTEMPTS && best?.excess !== 0; attempt += 1) {
    const change = attempt === 0 ? 0 : CHANGE;
    const tried = weights.map((weight) => weight * Math.exp((draw() - 0.5) * change));
    const planner = new Planner(chunks, visits, tried);
    while (planner.step());
    const moved = moveParts(planner.graph.groups, visits);
    if (!best || moved.excess <= best.excess) {
      best = moved;
      weights = tried.map((weight, visit) => weight * (planner.excess(visit) > 0 ? GROWTH : 1));
    }
  }
  return namesOf(best?.files ?? []);
}
