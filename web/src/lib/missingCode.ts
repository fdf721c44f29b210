// Code of the app that doesn't come: there is no network, the line hangs, or a new release has taken the old one's files away.
import type { ComponentType } from "react";

/** Time for a part of the app's code. A slow line takes some seconds for the largest part. */
const MAX_CODE_MS = 20_000;

/** Thrown where a part of the app's code doesn't come. */
export class MissingCode extends Error {
  override readonly name = "MissingCode";
  /** Whether it was given up. The browser still waits for it, and another try would wait for the same answer. */
  readonly isLate: boolean;

  constructor(cause: unknown, isLate: boolean) {
    super(cause instanceof Error ? cause.message : "A part of the app did not come", { cause });
    this.isLate = isLate;
  }
}

let isLeaving = async () => false;

/** From now on, code that is missing because of a new release loads the app anew. */
export function reloadWhenOutdated(reload: () => void): void {
  // Fetched now: once something is missing, this might be, too.
  const release = import("./newRelease").catch(() => undefined);
  isLeaving = async () => (await release)?.reloadIfOutdated(reload) ?? false;
  addEventListener("vite:preloadError", () => void isLeaving());
}

/** Gives up after a while: the browser itself waits for a line that hangs for as long as it likes. */
export async function inTime<T>(working: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MissingCode(undefined, true)), MAX_CODE_MS);
  });
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Fetches a part of the app's code, once more when that fails. Throws `MissingCode` when it doesn't come. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await inTime(load().catch(load));
  } catch (cause) {
    if (cause instanceof MissingCode) throw cause;
    // The page is about to go: nothing of it needs to change any more.
    if (await inTime(isLeaving()).catch(() => false)) return new Promise(() => undefined);
    throw new MissingCode(cause, false);
  }
}

/** The component of a route, under the name by which its file exports it. */
export function componentOf<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await loadCode(load))[name] });
}
