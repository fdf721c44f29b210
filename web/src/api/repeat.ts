// Changes that the server makes once, however often they are sent.
import { ApiError, isTimedOut } from "@/api/error";
import { isOutcomeUnknown } from "@/api/outcome";

/** Whether the server did not answer. A timeout does not count: the user has waited long enough. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ApiError && error.traceId === undefined && isOutcomeUnknown(error) && !isTimedOut(error)
  );
}

/**
 * Sends a change that a repetition does not make again, such as a decision. If no reply comes, it
 * is sent once more. A refusal is then no answer: it may be due to the first try.
 */
export async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (unanswered) {
    if (!isUnanswered(unanswered)) throw unanswered;
    return send().catch(() => {
      throw unanswered;
    });
  }
}
