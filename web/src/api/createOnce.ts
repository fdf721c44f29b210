// Calls that make something. Each is named by a key, under which the server makes one thing, however often the call arrives: so it
// is sent again when its reply is lost, by itself and by the next press of the button.
import type { PathsWithMethod } from "openapi-typescript-helpers";
import { call, type AnswerTo, type Creating } from "@/api/client";
import { ApiError, isTimedOut } from "@/api/error";
import type { paths } from "@/api/schema";
import { isUnsure, leavesEarlierOpen } from "@/api/unsure";

/** The keys of calls whose outcome is unknown, by all that they ask for. */
const unsure = new Map<string, string>();

const send = call as unknown as (method: "post", path: string, options: object) => Promise<never>;

/** Whether no answer of the server has come. After a timeout the person has waited long enough. */
function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof ApiError && error.traceId === undefined && isUnsure(error) && !isTimedOut(error);
}

/** Makes something once. The same call after one whose outcome is unknown counts as that one. */
export async function createOnce<P extends PathsWithMethod<paths, "post">>(
  path: P,
  options: Creating<P>,
): Promise<AnswerTo<P>> {
  const name = JSON.stringify([path, options]);
  const key = unsure.get(name) ?? crypto.randomUUID();
  const attempt = () => send("post", path, { ...options, key });
  try {
    const made = await attempt().catch((error: unknown) => {
      if (!isWorthAnotherTry(error)) throw error;
      return attempt();
    });
    unsure.delete(name);
    return made;
  } catch (error) {
    const isKnown = error instanceof Error && !leavesEarlierOpen(error);
    if (isKnown) unsure.delete(name);
    else unsure.set(name, key);
    throw error;
  }
}
