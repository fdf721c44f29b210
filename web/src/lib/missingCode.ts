// Handles code of the app that can't be loaded: there is no network, the connection hangs, or a new
// release has removed the files.
import type { ComponentType } from "react";
import { reportCrash } from "./crashes";
import { CODE_TIMEOUT_MS } from "./timeouts";

/** Thrown when code of the app can't be loaded. */
export class MissingCode extends Error {
  override readonly name = "MissingCode";
  /**
   * Whether loading timed out. The browser still waits for the file, and another import would wait
   * for the same answer.
   */
  readonly isLate: boolean;

  constructor(cause: unknown, isLate: boolean) {
    super(cause instanceof Error ? cause.message : "A part of the app did not come", { cause });
    this.isLate = isLate;
  }
}

let isLeaving = async () => false;

/** Code for when other code could not be loaded. */
let rescue: typeof import("./newRelease") | undefined;

/** Imports a module, with further attempts. The build wraps every dynamic import (scripts/importAgain.ts). */
export function importWith<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((cause: unknown) => {
    if (!rescue) throw cause;
    return rescue.importAgain(load, cause) as Promise<Module>;
  });
}

/** Reloads the app from now on when code is missing because of a new release. */
export function reloadWhenOutdated(reload: () => void): void {
  // Loaded in advance: after other code fails to load, this may fail too.
  const release = import("./newRelease").then(
    (code) => (rescue = code),
    () => undefined,
  );
  isLeaving = async () => (await release)?.reloadIfOutdated(reload) ?? false;
  addEventListener("vite:preloadError", () => void isLeaving());
}

/** Adds a timeout, because browsers may wait for a dead connection indefinitely. */
export async function inTime<T>(working: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MissingCode(undefined, true)), CODE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads code of the app, with a second attempt. Throws `MissingCode` if both fail. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await inTime(load().catch(load));
  } catch (cause) {
    const missing = cause instanceof MissingCode ? cause : new MissingCode(cause, false);
    // The page is being reloaded, so the import never settles.
    if (!missing.isLate && (await inTime(isLeaving()).catch(() => false)))
      return new Promise(() => undefined);
    void reportCrash("IMPORT", missing);
    throw missing;
  }
}

/** Loads a route's component by the name under which its file exports it. */
export function componentOf<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: (await loadCode(load))[name] });
}
