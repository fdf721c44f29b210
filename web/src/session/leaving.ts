// A navigation that nobody may hold back: the session is over, and what stands on the screen has to go.

export const ENFORCED = { isEnforced: true } as const;

export function isEnforced(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isEnforced" in state && state.isEnforced === true;
}
