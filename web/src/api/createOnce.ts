// Calls that create something, each with an idempotency key: the server creates one thing per key.
// So a call without a reply can be repeated, automatically and by pressing the button again.
import { call, type AnswerTo, type Creating, type NamedPath } from "@/api/client";
import { isEarlierOutcomeUnknown } from "@/api/outcome";
import { isUnanswered } from "@/api/repeat";

/** Idempotency keys of calls with unknown outcome, by path and options. */
const unanswered = new Map<string, string>();

const send = call as unknown as (method: "post", path: string, options: object) => Promise<never>;

/** Creates something once. Repeating a call whose outcome is unknown reuses its idempotency key. */
export async function createOnce<P extends NamedPath>(path: P, options: Creating<P>): Promise<AnswerTo<P>> {
  const name = JSON.stringify([path, options]);
  const key = unanswered.get(name) ?? crypto.randomUUID();
  const attempt = () => send("post", path, { ...options, key });
  try {
    const made = await attempt().catch((error: unknown) => {
      if (!isUnanswered(error)) throw error;
      return attempt();
    });
    unanswered.delete(name);
    return made;
  } catch (error) {
    const isKnown = error instanceof Error && !isEarlierOutcomeUnknown(error);
    if (isKnown) unanswered.delete(name);
    else unanswered.set(name, key);
    throw error;
  }
}
