// Detects a new release, which removes the files of the old one: an open tab then fails to load its
// next page's code.
import { tabText } from "@/lib/storage";
import { PROBE_TIMEOUT_MS } from "./timeouts";

const reloadedFor = tabText("missingCode");

/** Returns the path of the entry script, which differs in every release. */
export function startedBy(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
}

/** Whether the server answers and serves another release than this page's. */
async function isOutdated(own: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const answer = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return answer.ok && !(await answer.text()).includes(own);
  } catch {
    return false;
  }
}

/** Reloads the app if there is a new release: once per release, so that it can't loop. */
export async function reloadIfOutdated(reload: () => void): Promise<boolean> {
  const own = startedBy();
  if (own === null || reloadedFor.read() === own || !(await isOutdated(own))) return false;
  reloadedFor.write(own);
  reload();
  return true;
}
