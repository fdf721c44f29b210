// Imports modules again that could not be loaded. Firefox before 155 remembers a failed import until
// the page is reloaded, so such a module is then loaded under another address.
import { MissingCode } from "./missingCode";
import { PROBE_TIMEOUT_MS } from "./timeouts";

/** Number of other addresses that a module gets. */
const MAX_ADDRESSES = 5;

/** Address of the module, which these browsers name in the message. */
const ADDRESS = /https?:\/\/\S+?\.js/;

export type Load = () => Promise<unknown>;

const importAt = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

/** Whether the server has the file now. */
async function isServed(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}

/** Number of the next address of a module. The same number is the same module for all importers. */
const numbers = new Map<string, number>();

/**
 * Imports a module again if the server has it, and under another address if the browser remembers
 * the failure. Other browsers never get another address, because they would then run the module twice.
 */
export async function importAgain(load: Load, cause: unknown, importOther = importAt): Promise<unknown> {
  const address = ADDRESS.exec(String(cause))?.[0];
  // An error of the module itself, or a browser that loads it again when asked.
  if (address === undefined) throw cause;
  if (!(await isServed(address))) throw new MissingCode(cause, false);
  return load().catch(async () => {
    const number = numbers.get(address) ?? 1;
    try {
      return await importOther(`${address}?again=${number}`);
    } catch {
      if (number < MAX_ADDRESSES) numbers.set(address, number + 1);
      throw new MissingCode(cause, false);
    }
  });
}
