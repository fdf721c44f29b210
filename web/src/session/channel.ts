// Whether the live channel is open: while it is, nobody has to ask again and again.
import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

/** For the live channel only. */
export function setChannelOpen(open: boolean): void {
  isOpen = open;
  listeners.forEach((listener) => listener());
}

let connectionId: string | undefined;

/** For the live channel only: by which name the server knows this connection. */
export function nameConnection(id: string | undefined): void {
  connectionId = id;
}

/** Goes with what is written down about a failure, so that the server's log of the same moment is found. */
export function nameOfConnection(): string | undefined {
  return connectionId;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useIsChannelOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}
