// Code of the app that doesn't come: there is no network, or a new release has taken the old one's files away.

let isLeaving = async () => false;

/** From now on, code that is missing because of a new release loads the app anew. */
export function reloadWhenOutdated(reload: () => void): void {
  // Fetched now: once something is missing, this might be, too.
  const release = import("./newRelease").catch(() => undefined);
  isLeaving = async () => (await release)?.reloadIfOutdated(reload) ?? false;
  addEventListener("vite:preloadError", () => void isLeaving());
}

/** Fetches a part of the app's code, once more when that fails. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load().catch(load);
  } catch (cause) {
    // The page is about to go: nothing of it needs to change any more.
    if (await isLeaving()) return new Promise(() => undefined);
    throw cause;
  }
}
