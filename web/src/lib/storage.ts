// Text kept in the browser. Storage may be refused (private windows, full disks); then nothing is remembered and nothing breaks.

export interface StoredText {
  read: () => string | null;
  write: (text: string) => void;
  remove: () => void;
}

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

function storedText(area: () => Storage, key: string): StoredText {
  return {
    read: () => attempt(() => area().getItem(key), null),
    write: (text) => attempt(() => area().setItem(key, text), undefined),
    remove: () => attempt(() => area().removeItem(key), undefined),
  };
}

/** Remembered until the visitor clears it. */
export function localText(key: string): StoredText {
  return storedText(() => localStorage, key);
}

/** Remembered until the tab closes. */
export function tabText(key: string): StoredText {
  return storedText(() => sessionStorage, key);
}
