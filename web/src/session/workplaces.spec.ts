import { describe, expect, it } from "vitest";
import type { Person } from "./profile";
import { atWorkplace, workplacesOf } from "./workplaces";

const person = {
  roles: ["MANAGER", "EMPLOYEE", "CONSUMER"],
  tenantType: "VENDOR",
  tenantIds: ["ten_books", "ten_food"],
} as unknown as Person;

const workplaces = workplacesOf([
  { tenantId: "ten_books", tenantType: "VENDOR", displayName: "Books", roles: "EMPLOYEE" },
  { tenantId: "ten_food", tenantType: "CHARITY", displayName: "Food", roles: "MANAGER" },
]);

describe("atWorkplace", () => {
  it("returns the roles of the chosen workplace only", () => {
    expect(atWorkplace({ ...person, workplaces }, "ten_food")).toMatchObject({
      roles: ["MANAGER", "CONSUMER"],
      tenantType: "CHARITY",
      tenantIds: ["ten_food", "ten_books"],
    });
  });

  it.each([null, "ten_left"])("returns the first workplace when %j was chosen", (chosen) => {
    expect(atWorkplace({ ...person, workplaces }, chosen)).toMatchObject({
      roles: ["EMPLOYEE", "CONSUMER"],
      tenantType: "VENDOR",
      tenantIds: ["ten_books", "ten_food"],
    });
  });

  it("returns users without a choice unchanged", () => {
    expect(atWorkplace(person, "ten_food")).toBe(person);
  });
});
