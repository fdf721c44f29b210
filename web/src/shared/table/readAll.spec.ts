import { describe, expect, it, vi } from "vitest";
import type { Paged } from "./listState";
import { readAll } from "./readAll";

interface Row {
  id: string;
}

/** A list of three pages; `changes` are the rows before each call. */
function listOf(...changes: string[][]) {
  let rows: string[] = [];
  return vi.fn(async (number: number): Promise<Paged<Row>> => {
    rows = changes.shift() ?? rows;
    const items = rows.slice((number - 1) * 2, number * 2).map((id) => ({ id }));
    return { items, totalItems: rows.length, totalPages: Math.ceil(rows.length / 2) };
  });
}

const read = async (list: ReturnType<typeof listOf>, maxPages = 10) => {
  const { rows, ...rest } = await readAll(list, ({ id }) => id, maxPages);
  return { ids: rows.map(({ id }) => id).join(""), ...rest };
};

describe("readAll", () => {
  it("returns the rows of all pages, up to the maximum", async () => {
    const list = listOf(Array.from("abcde"));
    expect(await read(list)).toEqual({ ids: "abcde", totalItems: 5, hasMoved: false });
    expect(await read(list, 2)).toEqual({ ids: "abcd", totalItems: 5, hasMoved: false });
  });

  it.each([
    ["a row was added", Array.from("xabcde"), "xabcde"],
    ["a row was removed", Array.from("bcde"), "bcde"],
    ["one was added and one removed", Array.from("xabcd"), "xabcd"],
  ])("begins again when %s meanwhile", async (_, after, ids) => {
    const list = listOf(Array.from("abcde"), after);
    expect(await read(list)).toMatchObject({ ids, hasMoved: false });
  });

  it("reports a list that changes during every attempt, and returns no row twice", async () => {
    const list = listOf(
      ...[1, 2, 3].flatMap(() => [Array.from("abcde"), Array.from("xabcde"), Array.from("yxabcde")]),
    );
    const { ids, hasMoved } = await read(list);
    expect(hasMoved).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
