// Navigation state for redirects that unsaved changes must not block: the session is over, and the
// page has to close.

export const ENFORCED = { isEnforced: true } as const;

/** `ENFORCED`, after the account was closed: the next page confirms that. */
export const ACCOUNT_CLOSED = { ...ENFORCED, isAccountClosed: true } as const;

/** `ENFORCED`, after the user signed out in another tab. */
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
