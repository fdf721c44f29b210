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
  /** Files that each visit loads, and what remains of its budget. */
  private files: number[] = [];
  private rooms: number[] = [];
  /** Bytes that a visit saves by loading one file less. */
  private sparedByOne: number[] = [];
  /** Scores as last computed. They rarely fall later, because budgets fill up. */
  private readonly scores = new WeakMap<Group, Float64Array>();

  constructor(chunks: readonly Chunk[], visits: readonly Visit[]) {
    this.graph = new FileGraph(chunks, visits);
    this.visits = visits;
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
  private excess(visit: number, more = 0): number {
    return Math.max(0, (this.files[visit] ?? 0) + more - (this.visits[visit]?.maxFiles ?? Infinity));
  }

  private spared(visit: number, more: number): number {
    return this.excess(visit) - this.excess(visit, more);
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

/**
 * Returns the file of each module that several pages share. Files become one while that spares a visit a file, then their parts
 * move until no visit loads too many. The budgets check the result (budget.ts).
 */
export function planChunks(chunks: readonly Chunk[], visits: readonly Visit[]): Map<string, string> {
  const planner = new Planner(chunks, visits);
  while (planner.step());
  return namesOf(moveParts(planner.graph.groups, visits));
}
