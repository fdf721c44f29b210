// Texts stored in the browser. If storage is unavailable (private windows, full disks), nothing is
// stored and nothing fails.

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

/** Text in local storage, kept until the visitor clears it. */
export function localText(key: string): StoredText {
  return storedText(() => localStorage, key);
}

/** Text in session storage, kept until the tab closes. */
export function tabText(key: string): StoredText {
  return storedText(() => sessionStorage, key);
}

/**
 * Like `localText`, but the page itself holds the text if the browser doesn't store it: the user then
 * keeps it until they close the tab.
 */
export function heldText(key: string): StoredText {
  const stored = localText(key);
  let held: string | null = null;
  return {
    read: () => held ?? stored.read(),
    write: (text) => {
      stored.write(text);
      held = stored.read() === text ? null : text;
    },
    remove: () => {
      held = null;
      stored.remove();
    },
  };
}
