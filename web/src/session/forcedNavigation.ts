// Navigation state for redirects that unsaved changes must not block: the session is over, and the
// page has to close.

export const FORCED_NAVIGATION = { isForcedNavigation: true } as const;

/** `FORCED_NAVIGATION` to the page that confirms that the account is closed. */
export const ACCOUNT_CLOSED = { ...FORCED_NAVIGATION, isAccountClosed: true } as const;

/** `FORCED_NAVIGATION`, after the user signed out in another tab. */
export const SIGNED_OUT_ELSEWHERE = { ...FORCED_NAVIGATION, isElsewhere: true } as const;

export function isSignedOutElsewhere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isElsewhere" in state;
}

export function isAccountClosed(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isAccountClosed" in state;
}

export function isForcedNavigation(state: unknown): boolean {
  return (
    typeof state === "object" &&
    state !== null &&
    "isForcedNavigation" in state &&
    state.isForcedNavigation === true
  );
}
