// What a person may do, as far as screens need to know it to offer the right things. The server decides.
import type { Profile, Role } from "./profile";

const administrators: readonly Role[] = ["SUPER_ADMINISTRATOR", "ADMINISTRATOR"];

const allowed = {
  enterAdmin: [...administrators, "MANAGER"],
  manageUsers: [...administrators, "MANAGER"],
  manageTenants: administrators,
  helpCustomers: administrators,
  keepDirectory: ["SUPER_ADMINISTRATOR"],
  redeemCards: [...administrators, "MANAGER", "EMPLOYEE"],
  reverseRedemptions: [...administrators, "MANAGER"],
  /** What they have redeemed themselves a moment ago. */
  undoRedemptions: [...administrators, "MANAGER", "EMPLOYEE"],
  manageCounter: [...administrators, "MANAGER"],
  resendGifts: [...administrators, "MANAGER"],
  switchCards: ["SUPER_ADMINISTRATOR"],
} satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof allowed;

export function can(profile: Profile | undefined, action: Action): boolean {
  const roles: readonly Role[] = allowed[action];
  return profile !== undefined && profile.roles.some((role) => roles.includes(role));
}

export function isAdministrator(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.roles.some((role) => administrators.includes(role));
}

export function isSuperAdministrator(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.roles.includes("SUPER_ADMINISTRATOR");
}

export function isVendorManager(profile: Profile | undefined): boolean {
  return profile?.tenantType === "VENDOR" && profile.roles.includes("MANAGER");
}

export function isCharityManager(profile: Profile | undefined): boolean {
  return profile?.tenantType === "CHARITY" && profile.roles.includes("MANAGER");
}

/** Somebody who manages one vendor or charity. */
export function isTenantManager(profile: Profile | undefined): boolean {
  return isVendorManager(profile) || isCharityManager(profile);
}

/** Whoever works for a vendor, in whichever role. */
export function isVendorStaff(profile: Profile | undefined): boolean {
  return isVendorManager(profile) || isVendorEmployee(profile);
}

/** Who works at a counter and buys nothing here. They may have been given cards all the same. */
export function isOnlyClerk(profile: Profile | undefined): boolean {
  return isVendorEmployee(profile) && profile?.roles.includes("CONSUMER") === false;
}

/** Somebody who stands at a shop's counter. */
export function isVendorEmployee(profile: Profile | undefined): boolean {
  return profile?.tenantType === "VENDOR" && profile.roles.includes("EMPLOYEE");
}
