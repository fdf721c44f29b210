// Requests that a second administrator decides about, after the decision.

interface Decided {
  requestedByName: string | null;
  decidedByName: string | null;
}

/** Whether one administrator asked and decided alone. */
export function isAlone({ requestedByName, decidedByName }: Decided): boolean {
  return requestedByName !== null && requestedByName === decidedByName;
}

/** Whether a declined request was taken back by its own asker. */
export const isWithdrawn = isAlone;
