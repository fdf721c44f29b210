// Handles code of the app that can't be loaded: there is no network, the connection hangs, or a new
// release has removed the files.
import type { ComponentType } from "react";
import { reportCrash } from "./crashes";
import { importAgain, MissingCode } from "./importAgain";
import { reloadIfOutdated } from "./newRelease";
import { CODE_TIMEOUT_MS } from "./timeouts";

export { MissingCode };

let isLeaving = async () => false;

/** Imports a module, with further attempts. The build wraps every dynamic import (scripts/importAgain.ts). */
export function importWith<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((cause: unknown) => importAgain(load, cause) as Promise<Module>);
}

/** Reloads the app from now on when code is missing because of a new release. */
export function reloadWhenOutdated(reload: () => void): void {
  isLeaving = () => reloadIfOutdated(reload);
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
