// Whether a failed change certainly had no effect, or its outcome is unknown. Every screen that
// moves money or creates something decides by these functions.
import { ApiError, CancelledCall, UNREACHABLE } from "./error";

const TIMED_OUT = 408;
const SERVER_FAILED = 500;
/** The caller was not admitted, so the server did not process the call. */
const NOT_ADMITTED = new Set([401, 403, 429]);

/**
 * Error codes of the server that guarantee no effect: the ledger is stopped, the queue is full, or
 * payments are off.
 */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(["LEDGER_STOPPED", "BUSY", "PAYMENTS_OFF"]);

function isServersOwn(error: Error): error is ApiError {
  return error instanceof ApiError && error.traceId !== undefined;
}

/**
 * Whether a failed change may have been made: no reply came, or a proxy sent it. A user who cancels
 * the proof of their identity had been refused by the server.
 */
export function isOutcomeUnknown(error: Error): boolean {
  if (error instanceof CancelledCall) return false;
  if (!isServersOwn(error)) return true;
  if (WITHOUT_EFFECT.has(error.errorCode)) return false;
  return error.status === TIMED_OUT || error.status >= SERVER_FAILED;
}

/**
 * Whether the outcome of an earlier try with this key is still unknown: the server refused this one
 * before it looked at the key.
 */
export function isEarlierOutcomeUnknown(error: Error): boolean {
  const isRefusedFirst =
    error instanceof CancelledCall || (error instanceof ApiError && isRefusedUnprocessed(error));
  return isOutcomeUnknown(error) || isRefusedFirst;
}

function isRefusedUnprocessed({ status }: ApiError): boolean {
  return NOT_ADMITTED.has(status) || status >= SERVER_FAILED;
}

/** Whether the server can't be reached, so data read earlier is the best available. */
export function isUnreachable(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.errorCode === UNREACHABLE || [502, 503, 504].includes(error.status);
}
