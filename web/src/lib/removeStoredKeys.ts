// A separate file, because only the end of a session needs it.

/**
 * Removes stored texts with this prefix, except one and those below it. Does nothing without
 * storage.
 */
export function removeStoredKeys(prefix: string, except?: string): void {
  const isSpared = (name: string) =>
    name === except || (except !== undefined && name.startsWith(`${except}.`));
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix) && !isSpared(name));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Without storage, nothing was stored.
  }
}
