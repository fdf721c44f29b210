import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { Profile, Role, TenantType } from "@/session/current";
import { sidebarOf } from "./sidebar";

const vendor = adminPaths.vendorArea();
const charity = adminPaths.charityArea();

const every = [
  adminPaths.users.list(),
  adminPaths.vendors(),
  adminPaths.charities(),
  adminPaths.vendorReport(),
  adminPaths.charityReport(),
  adminPaths.log(),
  adminPaths.regions(),
  adminPaths.organizations(),
  adminPaths.categories(),
  vendor.summary(),
  vendor.users.list(),
  vendor.information(),
  vendor.cards(),
  vendor.approvals(),
  vendor.counter(),
  vendor.tills(),
  vendor.log(),
  vendor.reporting(),
  charity.information(),
  charity.campaigns(),
  charity.log(),
  charity.reporting(),
];

function labels(roles: Role[], tenantType: TenantType | null, pages = every): string[] {
  const profile = { roles, tenantType } as Profile;
  return sidebarOf(profile, pages).flatMap((entries) => entries.map(({ label }) => label));
}

const forAdministrators = ["Users", "Vendors", "Charities", "History", "Vendor Report", "Charity Report"];

describe("the sidebar", () => {
  it.each<[Role[], TenantType | null, string[]]>([
    [["SUPER_ADMINISTRATOR"], null, [...forAdministrators, "Regions", "Organization Types", "Categories"]],
    [["ADMINISTRATOR"], null, forAdministrators],
    [
      ["MANAGER"],
      "VENDOR",
      [
        "Summary",
        "Users",
        "Information",
        "Card Transactions",
        "Approvals",
        "Counter",
        "Tills",
        "History",
        "Reporting",
      ],
    ],
    [["MANAGER"], "CHARITY", ["Information", "Campaigns", "History", "Reporting"]],
    [["EMPLOYEE"], "VENDOR", []],
    [["CONSUMER"], null, []],
  ])("of %j (%s) leads to %j", (roles, tenantType, expected) => {
    expect(labels(roles, tenantType)).toEqual(expected);
  });

  it("leads nowhere that doesn't exist", () => {
    expect(labels(["SUPER_ADMINISTRATOR"], null, [adminPaths.users.list(), adminPaths.regions()])).toEqual([
      "Users",
      "Regions",
    ]);
    expect(sidebarOf({ roles: ["ADMINISTRATOR"] } as Profile, [])).toEqual([]);
  });
});
