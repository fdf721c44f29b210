// Apart from the rest of the storage, because only a session's end needs it.

/** Forgets the browser's texts with this prefix, except one and those below it. Without storage there are none. */
export function forgetTexts(prefix: string, except?: string): void {
  const isSpared = (name: string) =>
    name === except || (except !== undefined && name.startsWith(`${except}.`));
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix) && !isSpared(name));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Nothing was stored, then.
  }
}
