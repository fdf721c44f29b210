import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * Reads a value that only the browser knows. Prerendered HTML and hydration use `before`; the value
 * follows at once. `read` must return the same object each time.
 */
export function useAfterHydration<Value, Before>(read: () => Value, before: Before): Value | Before {
  return useSyncExternalStore<Value | Before>(subscribeToNothing, read, () => before);
}
