// Who is signed in, as the browser keeps it.

export type Role = "SUPER_ADMINISTRATOR" | "ADMINISTRATOR" | "MANAGER" | "EMPLOYEE" | "CONSUMER";

export type TenantType = "VENDOR" | "CHARITY";

/** What proves to the server who is calling. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** When the access token stops being good, by the server's clock. */
  expiredAt: string;
  /** When it came, by this browser's clock. */
  receivedAt: number;
}

/** A shop or cause that somebody works for. */
export interface Workplace {
  tenantId: string;
  tenantType: TenantType;
  displayName: string;
  /** What they are there, the highest first. */
  roles: Role[];
}

/** What the server knows of them. */
export interface Person {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  displayName: string;
  /** One or two letters for a picture that isn't there. */
  avatarText: string;
  /** The highest first. */
  roles: Role[];
  /** Whether nothing else can be done before. */
  mustSetUpSecondFactor?: boolean;
  /** The name of the till at which they signed in by PIN: then only the counter is open. */
  till?: string | null;
  tenantType: TenantType | null;
  /** The first is one's own. */
  tenantIds: string[];
  /** Of those who work for several: what they can choose from. What they are is said of the chosen one. */
  workplaces?: Workplace[];
}

export interface Profile extends Person, Tokens {
  cartTotalCount: number;
  /** At a till: after so many minutes in which nobody touches it, whoever is there is signed out. */
  idleMinutes?: number;
}

/** What somebody is called; who joined by email alone has no name. */
export function calledName({ displayName, email }: Pick<Person, "displayName" | "email">): string {
  return displayName || email;
}

/** Tokens are renewed a little before they end, so that no call is under way when they do. */
const RENEWED_BEFORE_END_MS = 60_000;
/** Whatever this browser's clock says, a token that came a moment ago is good. */
const SURELY_GOOD_FOR_MS = 300_000;
/** At a till tokens are good for a minute: renewing them is what tells the server that somebody is there. */
const GOOD_AT_TILL_FOR_MS = 30_000;

export function renewalTimeOf({ expiredAt, receivedAt, till }: Tokens & Pick<Person, "till">): number {
  if (till) return receivedAt + GOOD_AT_TILL_FOR_MS;
  return Math.max(Date.parse(expiredAt) - RENEWED_BEFORE_END_MS, receivedAt + SURELY_GOOD_FOR_MS);
}

export function isFresh(tokens: Tokens & Pick<Person, "till">, now = Date.now()): boolean {
  return now < renewalTimeOf(tokens);
}
