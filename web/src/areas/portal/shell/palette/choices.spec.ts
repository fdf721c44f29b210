import { describe, expect, it } from "vitest";
import type { Profile, Role, TenantType } from "@/session/current";
import { fitting, pagesOf, type PaletteChoice } from "./choices";
import { withChosen } from "./useRecent";

const choice = (label: string, note?: string): PaletteChoice => ({
  key: label,
  label,
  note,
  icon: "x",
  to: "/",
});

function pages(roles: Role[], tenantType: TenantType | null): string[] {
  return pagesOf({ roles, tenantType, tenantIds: ["ten_1"] } as unknown as Profile).map(({ key }) => key);
}

describe("pagesOf", () => {
  it.each<[Role, TenantType | null, string[], string[]]>([
    [
      "SUPER_ADMINISTRATOR",
      null,
      ["/admin/vendors/add", "/admin/cards", "/admin/regions", "/admin/regions/add", "/account"],
      ["/admin/vendor/cards-transaction", "/scan-code"],
    ],
    [
      "ADMINISTRATOR",
      null,
      ["/admin/charities/add", "/admin/books/journal", "/admin/cards/refunds"],
      ["/admin/regions", "/admin/regions/add"],
    ],
    [
      "MANAGER",
      "VENDOR",
      ["/admin/vendor/tills", "/admin/vendor/users/add"],
      ["/admin/vendors", "/admin/cards", "/admin/charity/campaigns/add", "/admin/books/journal"],
    ],
    ["MANAGER", "CHARITY", ["/admin/charity/campaigns/add"], ["/admin/vendor/users/add", "/admin/users"]],
  ])(
    "returns for %s (%s) the pages that they may see, and no others",
    (role, tenantType, offered, hidden) => {
      const found = pages([role], tenantType);
      expect(found).toEqual(expect.arrayContaining(offered));
      expect(found.filter((page) => hidden.includes(page))).toEqual([]);
    },
  );
});

describe("fitting", () => {
  const choices = [
    choice("Card Transactions"),
    choice("Réglages du comptoir"),
    choice("Add Vendor"),
    choice("Vendors"),
    choice("Summary", "Vendor"),
  ];
  it.each([
    ["vendor", ["Vendors", "Add Vendor", "Summary"]],
    ["add v", ["Add Vendor"]],
    ["REGL comp", ["Réglages du comptoir"]],
    ["action", ["Card Transactions"]],
    ["nothing", []],
  ])("for %s finds %j, best first", (text, labels) => {
    expect(fitting(choices, text).map(({ label }) => label)).toEqual(labels);
  });

  it("returns all choices without a text", () => {
    expect(fitting(choices, " ")).toEqual(choices);
  });
});

describe("withChosen", () => {
  it("puts the chosen entry first, without duplicates, and keeps five", () => {
    const recent = ["a", "b", "c", "d", "e"].map((label) => choice(label));
    const keys = (chosen: string) => withChosen(recent, choice(chosen)).map(({ key }) => key);
    expect(keys("c")).toEqual(["c", "a", "b", "d", "e"]);
    expect(keys("f")).toEqual(["f", "a", "b", "c", "d"]);
  });
});
