// Calls that create something, each with an idempotency key: the server creates one thing per key.
// So a call without a reply can be repeated, automatically and by pressing the button again.
import type { PathsWithMethod } from "openapi-typescript-helpers";
import { call, type AnswerTo, type Creating } from "@/api/client";
import { ApiError, isTimedOut } from "@/api/error";
import type { paths } from "@/api/schema";
import { isOutcomeUnknown, isEarlierOutcomeUnknown } from "@/api/outcome";

/** Idempotency keys of calls with unknown outcome, by path and options. */
const unanswered = new Map<string, string>();

const send = call as unknown as (method: "post", path: string, options: object) => Promise<never>;

/** Whether the server did not answer. A timeout does not count: the user has waited long enough. */
function isWorthAnotherTry(error: unknown): boolean {
  return (
    error instanceof ApiError && error.traceId === undefined && isOutcomeUnknown(error) && !isTimedOut(error)
  );
}

/** Creates something once. Repeating a call whose outcome is unknown reuses its idempotency key. */
export async function createOnce<P extends PathsWithMethod<paths, "post">>(
  path: P,
  options: Creating<P>,
): Promise<AnswerTo<P>> {
  const name = JSON.stringify([path, options]);
  const key = unanswered.get(name) ?? crypto.randomUUID();
  const attempt = () => send("post", path, { ...options, key });
  try {
    const made = await attempt().catch((error: unknown) => {
      if (!isWorthAnotherTry(error)) throw error;
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
