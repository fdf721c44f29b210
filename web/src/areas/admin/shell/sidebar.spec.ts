import { describe, expect, it } from "vitest";
import { paths } from "@/paths";
import type { Profile, Role, TenantType } from "@/session/current";
import { sidebarOf } from "./sidebar";

const { admin } = paths;
const vendor = admin.vendorArea();
const charity = admin.charityArea();

const every = [
  admin.users.list(),
  admin.vendors(),
  admin.charities(),
  admin.vendorReport(),
  admin.charityReport(),
  admin.log(),
  admin.regions(),
  admin.organizations(),
  admin.categories(),
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
    expect(labels(["SUPER_ADMINISTRATOR"], null, [admin.users.list(), admin.regions()])).toEqual([
      "Users",
      "Regions",
    ]);
    expect(sidebarOf({ roles: ["ADMINISTRATOR"] } as Profile, [])).toEqual([]);
  });
});
