// Permissions, as far as screens need them to hide what the user can't do. The server enforces
// them.
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
  /** Reverse their own recent redemptions. */
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

/** Whether the person has any role above that of a shopper. */
export function isStaff(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.roles.some((role) => role !== "CONSUMER");
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

/** Whether the user manages a vendor or charity. */
export function isTenantManager(profile: Profile | undefined): boolean {
  return isVendorManager(profile) || isCharityManager(profile);
}

/** Whether the user works for a vendor, in any role. */
export function isVendorStaff(profile: Profile | undefined): boolean {
  return isVendorManager(profile) || isVendorEmployee(profile);
}

/**
 * Whether the user is a clerk without the customer role. They may have received cards as gifts all
 * the same.
 */
export function isOnlyClerk(profile: Profile | undefined): boolean {
  return isVendorEmployee(profile) && profile?.roles.includes("CONSUMER") === false;
}

/** Whether the user is a vendor's clerk. */
export function isVendorEmployee(profile: Profile | undefined): boolean {
  return profile?.tenantType === "VENDOR" && profile.roles.includes("EMPLOYEE");
}
