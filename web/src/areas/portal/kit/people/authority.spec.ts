import { describe, expect, it } from "vitest";
import type { Profile, Role } from "@/session/current";
import { hasTenant, mayManage, maySwitch } from "./authority";
import type { User } from "./queries";

const person = (role: Role, rest: Partial<User> = {}) => ({ id: "other", role, ...rest }) as User;
const actor = (role: Role) => ({ userId: "me", roles: [role] }) as Profile;

describe("maySwitch and mayManage", () => {
  it.each<[Role, Role, boolean, boolean]>([
    ["SUPER_ADMINISTRATOR", "SUPER_ADMINISTRATOR", true, true],
    ["SUPER_ADMINISTRATOR", "CONSUMER", true, false],
    ["ADMINISTRATOR", "SUPER_ADMINISTRATOR", false, false],
    ["ADMINISTRATOR", "ADMINISTRATOR", true, true],
    ["ADMINISTRATOR", "MANAGER", true, true],
    ["ADMINISTRATOR", "CONSUMER", true, false],
    ["MANAGER", "ADMINISTRATOR", false, false],
    ["MANAGER", "MANAGER", true, true],
    ["MANAGER", "EMPLOYEE", true, true],
  ])("for %s over %s: switch %s, manage %s", (own, other, switches, manages) => {
    expect(maySwitch(actor(own), person(other))).toBe(switches);
    expect(mayManage(actor(own), person(other))).toBe(manages);
  });

  it("allow a customer's page only to reset a second step", () => {
    const sue = actor("SUPER_ADMINISTRATOR");
    for (const [hasSecondFactor, expected] of [
      [true, true],
      [false, false],
      [null, false],
    ] as const)
      expect(mayManage(sue, person("CONSUMER", { hasSecondFactor }))).toBe(expected);
  });

  it("exclude the user's own and closed accounts", () => {
    const sue = actor("SUPER_ADMINISTRATOR");
    for (const user of [person("MANAGER", { id: "me" }), person("MANAGER", { isDeleted: true })]) {
      expect(maySwitch(sue, user)).toBe(false);
      expect(mayManage(sue, user)).toBe(false);
    }
  });

  it.each<[Role, boolean]>([
    ["SUPER_ADMINISTRATOR", false],
    ["ADMINISTRATOR", false],
    ["MANAGER", true],
    ["EMPLOYEE", true],
  ])("%s belongs to a vendor or charity: %s", (role, expected) => {
    expect(hasTenant(role)).toBe(expected);
  });
});
