// A navigation that nobody may hold back: the session is over, and what stands on the screen has to go.

export const ENFORCED = { isEnforced: true } as const;

/** The same after an account was closed, which the page that it leads to says. */
export const ACCOUNT_CLOSED = { ...ENFORCED, isAccountClosed: true } as const;

/** `ENFORCED`, after the person signed out in another tab. */
export const SIGNED_OUT_ELSEWHERE = { ...ENFORCED, isElsewhere: true } as const;

export function isSignedOutElsewhere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isElsewhere" in state;
}

export function isAccountClosed(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isAccountClosed" in state;
}

export function isEnforced(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isEnforced" in state && state.isEnforced === true;
}
