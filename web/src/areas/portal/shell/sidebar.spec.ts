import { describe, expect, it } from "vitest";
import type { Profile, Role, TenantType } from "@/session/current";
import { sidebarOf } from "./sidebar";

function labels(roles: Role[], tenantType: TenantType | null): string[] {
  const profile = { roles, tenantType } as Profile;
  return sidebarOf(profile).flatMap((entries) => entries.map(({ label }) => label));
}

const forAdministrators = [
  "Dashboard",
  "Users",
  "Vendors",
  "Charities",
  "Vendor Report",
  "Charity Report",
  "Books",
  "Payouts",
  "Cards & Orders",
  "History",
  "System check",
  "Import",
];

const forVendorManagers = [
  "Summary",
  "Users",
  "Information",
  "Card Transactions",
  "Reporting",
  "Payouts",
  "Approvals",
  "End of day",
  "Counter rules",
  "Tills",
  "History",
];

describe("sidebarOf", () => {
  it.each<[Role[], TenantType | null, string[]]>([
    [["SUPER_ADMINISTRATOR"], null, [...forAdministrators, "Regions", "Organization Types", "Categories"]],
    [["ADMINISTRATOR"], null, forAdministrators],
    [["MANAGER"], "VENDOR", [...forVendorManagers, "At the counter"]],
    [
      ["MANAGER"],
      "CHARITY",
      ["Summary", "Users", "Information", "Campaigns", "Reporting", "Payouts", "History"],
    ],
    [["EMPLOYEE"], "VENDOR", ["At the counter"]],
    [["MANAGER", "EMPLOYEE"], "VENDOR", [...forVendorManagers, "At the counter"]],
    [["CONSUMER"], null, []],
  ])("for %j (%s) returns %j", (roles, tenantType, expected) => {
    expect(labels(roles, tenantType)).toEqual(expected);
  });
});
