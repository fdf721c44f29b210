import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * Something only the visitor's browser knows. Prerendered HTML and the first render on top of it show `before`;
 * the value follows at once. `read` must return the same thing each time.
 */
export function useAfterHydration<Value, Before>(read: () => Value, before: Before): Value | Before {
  return useSyncExternalStore<Value | Before>(subscribeToNothing, read, () => before);
}
