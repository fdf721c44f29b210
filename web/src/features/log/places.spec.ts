import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Profile } from "@/session/current";
import { placeOf, wholeLogOf } from "./places";
import type { LogEntry } from "./queries";

const administrator = { roles: ["ADMINISTRATOR"], tenantType: null } as unknown as Profile;
const superAdministrator = { roles: ["SUPER_ADMINISTRATOR"], tenantType: null } as unknown as Profile;
const manager = { roles: ["MANAGER"], tenantType: "VENDOR" } as unknown as Profile;
const charityManager = { roles: ["MANAGER"], tenantType: "CHARITY" } as unknown as Profile;

const entry = (subjectKind: LogEntry["subjectKind"], more: Partial<LogEntry> = {}) =>
  ({
    subjectKind,
    subjectId: "x_1",
    subjectName: "Ann",
    tenantId: "ten_1",
    tenantType: "VENDOR",
    ...more,
  }) as LogEntry;

describe("placeOf", () => {
  it("is the page of the thing, as administrators see it and as its shop's managers do", () => {
    const card = entry("CARD", { subjectName: null });
    expect(placeOf(card, administrator)).toBe(adminPaths.vendorArea("ten_1").card("x_1"));
    expect(placeOf(card, manager)).toBe(adminPaths.vendorArea().card("x_1"));
    expect(placeOf(entry("ORDER"), administrator)).toBe(adminPaths.order("x_1"));
    expect(placeOf(entry("PAYOUT"), administrator)).toBe(adminPaths.payout("x_1"));
    expect(placeOf(entry("BURST"), administrator)).toBe(adminPaths.vendorArea("ten_1").log());
    expect(placeOf(entry("CAMPAIGN"), charityManager)).toBe(adminPaths.charityArea().campaign("x_1"));
  });

  it("is a vendor's or a charity's, whichever an organization is", () => {
    const charity = entry("TENANT", { tenantType: "CHARITY" });
    expect(placeOf(entry("TENANT"), administrator)).toBe(adminPaths.vendor("x_1"));
    expect(placeOf(charity, administrator)).toBe(adminPaths.charity("x_1"));
    expect(placeOf(charity, charityManager)).toBe(adminPaths.charityArea().information());
  });

  it("is in the directory for those who keep it", () => {
    const region = entry("REGION", { tenantId: null });
    expect(placeOf(region, superAdministrator)).toBe(adminPaths.regions.edit("x_1"));
    expect(placeOf(region, administrator)).toBeUndefined();
  });

  it("is none for whoever can't open it, and for what has no page", () => {
    expect(placeOf(entry("ORDER"), manager)).toBeUndefined();
    expect(placeOf(entry("PERSON", { subjectName: null }), administrator)).toBeUndefined();
    expect(placeOf(entry("CARD", { tenantId: null }), administrator)).toBeUndefined();
    expect(placeOf(entry("INVITATION"), administrator)).toBeUndefined();
  });
});

it("wholeLogOf is the log that somebody reads, narrowed to the one thing", () => {
  expect(wholeLogOf("x_1", administrator)).toBe("/admin/history?subjectId=x_1");
  expect(wholeLogOf("x_1", manager)).toBe("/admin/vendor/history?subjectId=x_1");
  expect(wholeLogOf("x_1", charityManager)).toBe("/admin/charity/history?subjectId=x_1");
});
