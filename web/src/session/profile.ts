// The signed-in user, as the browser stores it.

export type Role = "SUPER_ADMINISTRATOR" | "ADMINISTRATOR" | "MANAGER" | "EMPLOYEE" | "CONSUMER";

export type TenantType = "VENDOR" | "CHARITY";

/** Tokens that authenticate the user to the server. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** End of the access token's validity, by the server's clock. */
  expiredAt: string;
  /** Time of receipt, by this browser's clock. */
  receivedAt: number;
}

/** A vendor or charity that the user works for. */
export interface Workplace {
  tenantId: string;
  tenantType: TenantType;
  displayName: string;
  /** Roles at this workplace, the highest first. */
  roles: Role[];
}

/** User data from the server. */
export interface Person {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  displayName: string;
  /** Initials, shown if there is no picture. */
  avatarText: string;
  /** Highest role first. */
  roles: Role[];
  /** Whether the user must set up a second step before anything else. */
  mustSetUpSecondFactor?: boolean;
  /** Name of the till at which the clerk signed in by PIN: only the counter is open then. */
  till?: string | null;
  tenantType: TenantType | null;
  /** Ids of the user's tenants, their own first. */
  tenantIds: string[];
  /**
   * Workplaces to choose from, if the user has several. `roles` and `tenantType` describe the
   * chosen one.
   */
  workplaces?: Workplace[];
}

export interface Profile extends Person, Tokens {
  cartTotalCount: number;
  /** At a till: minutes without activity after which the clerk is signed out. */
  idleMinutes?: number;
}

/**
 * Returns the display name; users who joined by email alone have none, so theirs is the email
 * address.
 */
export function calledName({ displayName, email }: Pick<Person, "displayName" | "email">): string {
  return displayName || email;
}

/** Tokens are renewed a little early, so that none expires during a call. */
const RENEWED_BEFORE_END_MS = 60_000;
/** A token that has just arrived counts as valid, whatever this browser's clock says. */
const SURELY_GOOD_FOR_MS = 300_000;
/**
 * Tokens of a till are valid for a minute: renewing them shows the server that the clerk is active.
 */
const GOOD_AT_TILL_FOR_MS = 30_000;

export function renewalTimeOf({ expiredAt, receivedAt, till }: Tokens & Pick<Person, "till">): number {
  if (till) return receivedAt + GOOD_AT_TILL_FOR_MS;
  return Math.max(Date.parse(expiredAt) - RENEWED_BEFORE_END_MS, receivedAt + SURELY_GOOD_FOR_MS);
}

export function isFresh(tokens: Tokens & Pick<Person, "till">, now = Date.now()): boolean {
  return now < renewalTimeOf(tokens);
}
