// Plans which modules share a file. Left alone, the bundler makes a file for each set of pages that need the same modules:
// hundreds, most of them tiny. Here, two such sets become one until no page loads too many files. Pages of one set then also
// load the modules of the other, so the sets whose union costs pages the least of their remaining budgets come first.
import { gzipSync } from "node:zlib";
import type { Rolldown } from "vite";

/** A file of a build without a plan. */
export type Chunk = Pick<
  Rolldown.OutputChunk,
  "name" | "fileName" | "code" | "imports" | "moduleIds" | "isEntry" | "isDynamicEntry"
>;

/** A first visit to a page. */
export interface Visit {
  /** Files that it loads without a plan. */
  files: ReadonlySet<string>;
  /** Maximum bytes after compression. */
  maxBytes: number;
  maxFiles: number;
}

interface Part {
  chunk: Chunk;
  /** Whether it stays a file of its own: a page, other code that loads on demand, or code of all pages. */
  isFixed: boolean;
  /** Parts that it imports, directly or through others. */
  imports: Set<Part>;
  /** Whether each visit loads it. */
  visits: readonly boolean[];
}

/** Parts that the same visits load, and that become one file. */
interface Group {
  parts: Part[];
  isFixed: boolean;
  visits: readonly boolean[];
  size: number;
  /** Prices of merges with other groups. They rarely fall later, because budgets fill up. */
  prices: Map<Group, number>;
}

/** Bytes of the imports and exports of a small file, which a merged file doesn't have. */
const BYTES_OF_A_FILE = 28;

/** Returns the bytes of a merged file after compression. */
function sizeOf(parts: readonly Part[]): number {
  const bytes = gzipSync(parts.map(({ chunk }) => chunk.code).join("\n")).length;
  return Math.max(1, bytes - BYTES_OF_A_FILE * (parts.length - 1));
}

/** Groups that stay the same from one merge to the next, by their visits and files. */
type KnownGroups = Map<string, Group>;

function groupsOf(parts: readonly Part[], known: KnownGroups): Group[] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    if (!part.visits.includes(true)) continue;
    const key = part.isFixed ? part.chunk.fileName : part.visits.map(Number).join("");
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].map(([visitsKey, grouped]) => {
    const key = `${visitsKey} ${grouped.map(({ chunk }) => chunk.fileName).join(" ")}`;
    const { isFixed = false, visits = [] } = grouped[0] ?? {};
    const group = known.get(key) ?? {
      parts: grouped,
      isFixed,
      visits,
      size: sizeOf(grouped),
      prices: new Map(),
    };
    known.set(key, group);
    return group;
  });
}

interface Merge {
  visits: readonly boolean[];
  groups: readonly Group[];
}

/** The state between two merges. */
class Round {
  readonly groups: readonly Group[];
  /** Visits that load too many files. */
  readonly crowded: readonly number[];
  /** What remains of each visit's budget. */
  private readonly rooms: readonly number[];
  /** Groups that each group imports, directly or through others. */
  private readonly imports: ReadonlyMap<Group, Set<Group>>;

  constructor(parts: readonly Part[], visits: readonly Visit[], known: KnownGroups) {
    this.groups = groupsOf(parts, known);
    const loadedBy = visits.map((_, visit) => this.groups.filter((group) => group.visits[visit]));
    this.crowded = visits.flatMap(({ maxFiles }, visit) =>
      (loadedBy[visit]?.length ?? 0) > maxFiles ? [visit] : [],
    );
    this.rooms = visits.map(({ maxBytes }, visit) =>
      Math.max(
        1,
        (loadedBy[visit] ?? []).reduce((room, { size }) => room - size, maxBytes),
      ),
    );
    const groupOf = new Map(
      this.groups.flatMap((group) => group.parts.map((part) => [part, group] as const)),
    );
    // A file loads what any of its parts imports, and that what its own parts import.
    this.imports = new Map(this.groups.map((group) => [group, new Set<Group>()] as const));
    const follow = (from: Set<Group>, { parts: loaded }: Group) => {
      for (const part of loaded)
        for (const imported of part.imports) {
          const group = groupOf.get(imported);
          if (!group || from.has(group)) continue;
          from.add(group);
          follow(from, group);
        }
    };
    for (const [group, imports] of this.imports) follow(imports, group);
  }

  /** Returns the part of the remaining budgets that visits pay if they load these groups too; infinite beyond a budget. */
  private priceOf({ visits, groups }: Merge): number {
    let price = 0;
    for (let visit = 0; visit < visits.length; visit += 1) {
      if (!visits[visit]) continue;
      let added = 0;
      for (const group of groups) if (!group.visits[visit]) added += group.size;
      if (added === 0) continue;
      const room = this.rooms[visit] ?? 0;
      if (added > room) return Infinity;
      price += added / room;
    }
    return price;
  }

  /** Returns the price of two groups without what they import, which is a lower bound. */
  private priceOfPair(one: Group, other: Group): number {
    let price = 0;
    for (let visit = 0; visit < this.rooms.length; visit += 1) {
      const isLoaded = one.visits[visit];
      if (isLoaded !== other.visits[visit])
        price += (isLoaded ? other.size : one.size) / (this.rooms[visit] ?? 1);
    }
    return price;
  }

  /** Merges two groups with all that they import, unless files would import each other in a circle. */
  private merge(one: Group, other: Group): Merge | undefined {
    const pair = [one, other];
    const groups = new Set(pair.flatMap((group) => [group, ...(this.imports.get(group) ?? [])]));
    const visits = one.visits.map((loads, visit) => loads || other.visits[visit] === true);
    // Pages don't load other pages, and files don't import each other in a circle. A shared file between the two joins them.
    const isOther = (group: Group) => visits.some((loads, visit) => loads && !group.visits[visit]);
    const isBetween = (group: Group) => pair.some((each) => this.imports.get(group)?.has(each));
    if ([...groups].some((group) => group.isFixed && (isOther(group) || isBetween(group)))) return undefined;
    return { visits, groups: [...groups] };
  }

  /** Returns the merge with the lowest price per file that it spares a crowded visit. */
  cheapest(): Merge | undefined {
    let best: Merge | undefined;
    let lowest = Infinity;
    const candidates = this.groups.filter(
      ({ isFixed, visits }) => !isFixed && this.crowded.some((visit) => visits[visit]),
    );
    for (const [index, one] of candidates.entries()) {
      for (const other of candidates.slice(index + 1)) {
        if ((one.prices.get(other) ?? 0) >= lowest) continue;
        let spared = 0;
        for (const visit of this.crowded) if (one.visits[visit] && other.visits[visit]) spared += 1;
        let price = spared === 0 ? Infinity : this.priceOfPair(one, other) / spared;
        let merge: Merge | undefined;
        if (price < lowest) {
          merge = this.merge(one, other);
          price = merge ? this.priceOf(merge) / spared : Infinity;
        }
        one.prices.set(other, price);
        if (merge && price < lowest) [best, lowest] = [merge, price];
      }
    }
    return best;
  }
}

function partsOf(chunks: readonly Chunk[], visits: readonly Visit[]): Part[] {
  const isInitial = ({ fileName }: Chunk) => visits.every(({ files }) => files.has(fileName));
  const parts = new Map(
    chunks.map((chunk): [string, Part] => {
      const isFixed = chunk.isEntry || chunk.isDynamicEntry || isInitial(chunk);
      const loads = visits.map(({ files }) => files.has(chunk.fileName));
      return [chunk.fileName, { chunk, isFixed, imports: new Set(), visits: loads }];
    }),
  );
  const follow = (from: Part, { chunk }: Part) => {
    for (const file of chunk.imports) {
      const imported = parts.get(file);
      if (!imported || from.imports.has(imported)) continue;
      from.imports.add(imported);
      follow(from, imported);
    }
  };
  for (const part of parts.values()) follow(part, part);
  return [...parts.values()];
}

/** Names each group after its largest part. */
function namesOf(groups: readonly Group[]): Map<string, string> {
  const plan = new Map<string, string>();
  const names = new Set<string>();
  for (const { parts } of groups.filter(({ isFixed }) => !isFixed)) {
    const [largest] = parts.toSorted((a, b) => b.chunk.code.length - a.chunk.code.length);
    const name = largest?.chunk.name ?? "shared";
    let unique = name;
    for (let number = 2; names.has(unique); number += 1) unique = `${name}${number}`;
    names.add(unique);
    for (const { chunk } of parts) for (const id of chunk.moduleIds) plan.set(id, unique);
  }
  return plan;
}

/** Returns the file of each module that several pages share. The budgets check the result (budget.ts). */
export function planChunks(chunks: readonly Chunk[], visits: readonly Visit[]): Map<string, string> {
  const parts = partsOf(chunks, visits);
  const known: KnownGroups = new Map();
  for (;;) {
    const round = new Round(parts, visits, known);
    const merge = round.crowded.length > 0 ? round.cheapest() : undefined;
    if (!merge) return namesOf(round.groups);
    for (const { parts: merged } of merge.groups)
      for (const part of merged)
        part.visits = part.visits.map((loads, visit) => loads || merge.visits[visit] === true);
  }
}
