// Whom somebody may change, as far as the screen needs to know it to offer the right things. The server decides.
import { isSuperAdministrator } from "@/session/can";
import type { Profile, Role } from "@/session/current";
import type { User } from "./queries";

const byRank: readonly Role[] = ["SUPER_ADMINISTRATOR", "ADMINISTRATOR", "MANAGER", "EMPLOYEE", "CONSUMER"];

/** Whether the account may be switched on and off: everybody's but one's own and those of higher rank. */
export function maySwitch(profile: Profile, user: User): boolean {
  const [highest] = profile.roles;
  if (highest === undefined || user.isDeleted || user.id === profile.userId) return false;
  return byRank.indexOf(highest) <= byRank.indexOf(user.role);
}

/** What a switch in the list shows: the account for administrators, for managers what the person is in their shop. */
export function isSwitchedOn(user: User, isWholeAccount: boolean): boolean {
  return isWholeAccount ? !user.lockoutEnabled : user.roleIsActive;
}

/** Consumers take care of themselves: there is nothing to manage but a second step that they may have lost. */
export function hasPage(user: User): boolean {
  return user.role !== "CONSUMER" || user.hasSecondFactor === true;
}

export function mayManage(profile: Profile, user: User): boolean {
  return hasPage(user) && maySwitch(profile, user);
}

/** Whether a super administrator has to agree before this role is offered. */
export function isProposal(profile: Profile | undefined, role: string): boolean {
  return role === "ADMINISTRATOR" && !isSuperAdministrator(profile);
}

/** Roles of the platform itself belong to no vendor or charity. */
export function hasTenant(role: string): boolean {
  return role !== "ADMINISTRATOR" && role !== "SUPER_ADMINISTRATOR";
}
