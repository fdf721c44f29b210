// Whom somebody may change, as far as the screen needs to know it to offer the right things. The server decides.
import type { Profile, Role } from "@/session/current";
import type { User } from "./queries";

const byRank: readonly Role[] = ["SUPER_ADMINISTRATOR", "ADMINISTRATOR", "MANAGER", "EMPLOYEE", "CONSUMER"];

/** Whether the account may be switched on and off: everybody's but one's own and those of higher rank. */
export function maySwitch(profile: Profile, user: User): boolean {
  const [highest] = profile.roles;
  if (highest === undefined || user.isDeleted || user.id === profile.userId) return false;
  return byRank.indexOf(highest) <= byRank.indexOf(user.role);
}

/** Consumers take care of themselves: their role can't be managed. */
export function mayManage(profile: Profile, user: User): boolean {
  return user.role !== "CONSUMER" && maySwitch(profile, user);
}

/** Roles of the platform itself belong to no vendor or charity. */
export function hasTenant(role: string): boolean {
  return role !== "ADMINISTRATOR" && role !== "SUPER_ADMINISTRATOR";
}
