import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Profile } from "@/session/current";
import { placeOf } from "./places";
import type { LogEntry } from "./queries";

const administrator = { roles: ["ADMINISTRATOR"], tenantType: null } as unknown as Profile;
const manager = { roles: ["MANAGER"], tenantType: "VENDOR" } as unknown as Profile;

const entry = (subjectKind: LogEntry["subjectKind"], more: Partial<LogEntry> = {}) =>
  ({ subjectKind, subjectId: "x_1", subjectName: "Ann", tenantId: "ten_1", ...more }) as LogEntry;

describe("placeOf", () => {
  it("is the page of the thing, as administrators see it and as its shop's managers do", () => {
    const card = entry("CARD", { subjectName: null });
    expect(placeOf(card, administrator)).toBe(adminPaths.vendorArea("ten_1").card("x_1"));
    expect(placeOf(card, manager)).toBe(adminPaths.vendorArea().card("x_1"));
    expect(placeOf(entry("ORDER"), administrator)).toBe(adminPaths.order("x_1"));
  });

  it("is none for whoever can't open it, and for what has no page", () => {
    expect(placeOf(entry("ORDER"), manager)).toBeUndefined();
    expect(placeOf(entry("PERSON", { subjectName: null }), administrator)).toBeUndefined();
    expect(placeOf(entry("CARD", { tenantId: null }), administrator)).toBeUndefined();
    expect(placeOf(entry("INVITATION"), administrator)).toBeUndefined();
  });
});
