// A new release takes the old release's files away: a tab that is still open then fails to load its next page's code.
import { tabText } from "@/lib/storage";

const MAX_ASKING_MS = 10_000;

const reloadedFor = tabText("missingCode");

/** The file that this page was started by: every release has its own. */
export function startedBy(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;
}

/** Whether the server answers, with another release than this page is of. */
async function isOutdated(own: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const answer = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(MAX_ASKING_MS) });
    return answer.ok && !(await answer.text()).includes(own);
  } catch {
    return false;
  }
}

/** Loads the app anew where a new release has come: once for each release, so that nothing can loop. */
export async function reloadIfOutdated(reload: () => void): Promise<boolean> {
  const own = startedBy();
  if (own === null || reloadedFor.read() === own || !(await isOutdated(own))) return false;
  reloadedFor.write(own);
  reload();
  return true;
}
