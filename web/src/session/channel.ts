// Whether the live channel is open: while it is, nobody has to ask again and again.
import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

/** For the live channel only. */
export function setChannelOpen(open: boolean): void {
  isOpen = open;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useIsChannelOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}
