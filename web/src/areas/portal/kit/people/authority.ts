// Which accounts a user may change, as far as screens need it to hide actions. The server enforces
// it.
import { isSuperAdministrator } from "@/session/can";
import type { Profile, Role } from "@/session/current";
import type { User } from "./queries";

const byRank: readonly Role[] = ["SUPER_ADMINISTRATOR", "ADMINISTRATOR", "MANAGER", "EMPLOYEE", "CONSUMER"];

/**
 * Whether the user may activate and deactivate the account: not their own, nor one of higher rank.
 */
export function maySwitch(profile: Profile, user: User): boolean {
  const [highest] = profile.roles;
  if (highest === undefined || user.isDeleted || user.id === profile.userId) return false;
  return byRank.indexOf(highest) <= byRank.indexOf(user.role);
}

/**
 * Whether the row counts as active: for administrators the account, for managers the role in their
 * shop.
 */
export function isSwitchedOn(user: User, isWholeAccount: boolean): boolean {
  return isWholeAccount ? !user.lockoutEnabled : user.roleIsActive;
}

/** Whether there is anything to manage: a customer's account has only a second step to reset. */
export function hasPage(user: User): boolean {
  return user.role !== "CONSUMER" || user.hasSecondFactor === true;
}

export function mayManage(profile: Profile, user: User): boolean {
  return hasPage(user) && maySwitch(profile, user);
}

/** Whether a super administrator must approve before this role is offered. */
export function isProposal(profile: Profile | undefined, role: string): boolean {
  return role === "ADMINISTRATOR" && !isSuperAdministrator(profile);
}

/** Whether the role belongs to a vendor or charity; platform roles don't. */
export function hasTenant(role: string): boolean {
  return role !== "ADMINISTRATOR" && role !== "SUPER_ADMINISTRATOR";
}
