// Whether the live channel is open: while it is, screens need not poll.
import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

/** Called only by the live channel. */
export function setChannelOpen(open: boolean): void {
  isOpen = open;
  listeners.forEach((listener) => listener());
}

let connectionId: string | undefined;

/**
 * Sets the connection id by which the server knows this connection. Called only by the live
 * channel.
 */
export function nameConnection(id: string | undefined): void {
  connectionId = id;
}

/**
 * Returns the connection id, which is attached to error reports so that the server's log entries
 * can be found.
 */
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
