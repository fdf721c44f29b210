// Apart from the rest of the storage, because only a session's end needs it.

/** Forgets all texts of the browser whose names begin so, but for one. Where the storage is refused there are none. */
export function forgetTexts(prefix: string, except?: string): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix) && name !== except);
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Nothing was stored, then.
  }
}
