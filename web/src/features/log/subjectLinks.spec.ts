import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Profile } from "@/session/current";
import { subjectLink, wholeLogOf } from "./subjectLinks";
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
  it("returns the page of the subject, for administrators and for managers of its shop", () => {
    const card = entry("CARD", { subjectName: null });
    expect(subjectLink(card, administrator)).toBe(adminPaths.vendorArea("ten_1").card("x_1"));
    expect(subjectLink(card, manager)).toBe(adminPaths.vendorArea().card("x_1"));
    expect(subjectLink(entry("ORDER"), administrator)).toBe(adminPaths.order("x_1"));
    expect(subjectLink(entry("PAYOUT"), administrator)).toBe(adminPaths.payout("x_1"));
    expect(subjectLink(entry("BURST"), administrator)).toBe(adminPaths.vendorArea("ten_1").log());
    expect(subjectLink(entry("CAMPAIGN"), charityManager)).toBe(adminPaths.charityArea().campaign("x_1"));
  });

  it("returns a vendor's or a charity's page, depending on the organization", () => {
    const charity = entry("TENANT", { tenantType: "CHARITY" });
    expect(subjectLink(entry("TENANT"), administrator)).toBe(adminPaths.vendor("x_1"));
    expect(subjectLink(charity, administrator)).toBe(adminPaths.charity("x_1"));
    expect(subjectLink(charity, charityManager)).toBe(adminPaths.charityArea().information());
  });

  it("returns the directory page for administrators who maintain it", () => {
    const region = entry("REGION", { tenantId: null });
    expect(subjectLink(region, superAdministrator)).toBe(adminPaths.regions.edit("x_1"));
    expect(subjectLink(region, administrator)).toBeUndefined();
  });

  it("returns undefined for users who can't open the page, and for subjects without a page", () => {
    expect(subjectLink(entry("ORDER"), manager)).toBeUndefined();
    expect(subjectLink(entry("PERSON", { subjectName: null }), administrator)).toBeUndefined();
    expect(subjectLink(entry("CARD", { tenantId: null }), administrator)).toBeUndefined();
    expect(subjectLink(entry("INVITATION"), administrator)).toBeUndefined();
  });
});

it("wholeLogOf: returns the path of the log, filtered by the subject", () => {
  expect(wholeLogOf("x_1", administrator)).toBe("/admin/history?subjectId=x_1");
  expect(wholeLogOf("x_1", manager)).toBe("/admin/vendor/history?subjectId=x_1");
  expect(wholeLogOf("x_1", charityManager)).toBe("/admin/charity/history?subjectId=x_1");
});
