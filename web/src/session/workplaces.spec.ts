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
  it("is what somebody is at the chosen one, and no more", () => {
    expect(atWorkplace({ ...person, workplaces }, "ten_food")).toMatchObject({
      roles: ["MANAGER", "CONSUMER"],
      tenantType: "CHARITY",
      tenantIds: ["ten_food", "ten_books"],
    });
  });

  it.each([null, "ten_left"])("begins with the first when %j was chosen", (chosen) => {
    expect(atWorkplace({ ...person, workplaces }, chosen)).toMatchObject({
      roles: ["EMPLOYEE", "CONSUMER"],
      tenantType: "VENDOR",
      tenantIds: ["ten_books", "ten_food"],
    });
  });

  it("leaves whoever has no choice as they are", () => {
    expect(atWorkplace(person, "ten_food")).toBe(person);
  });
});
