// Whether a failed call certainly had no effect, or its outcome is unknown.
import { ApiError } from "./error";

const TIMED_OUT = 408;
const SERVER_FAILED = 500;
/** The caller was not admitted, so the server did not process the call. */
const TURNED_AWAY = new Set([401, 403, 429]);

/**
 * Error codes of the server that guarantee no effect: the ledger is stopped, the queue is full, or
 * payments are off.
 */
export const NOTHING_WAS_DONE: ReadonlySet<string> = new Set(["LEDGER_STOPPED", "BUSY", "PAYMENTS_OFF"]);

function isServersOwn(error: Error): error is ApiError {
  return error instanceof ApiError && error.traceId !== undefined;
}

/** Whether a failed call may have taken effect: no answer came, or a proxy sent it. */
export function isUnsure(error: Error): boolean {
  if (!isServersOwn(error)) return true;
  if (NOTHING_WAS_DONE.has(error.errorCode)) return false;
  return error.status === TIMED_OUT || error.status >= SERVER_FAILED;
}

/**
 * Whether the outcome of an earlier try with this key is still unknown: the server refused this one
 * before it looked at the key.
 */
export function leavesEarlierOpen(error: Error): boolean {
  return isUnsure(error) || (error instanceof ApiError && isRefusedAtTheDoor(error));
}

function isRefusedAtTheDoor({ status }: ApiError): boolean {
  return TURNED_AWAY.has(status) || status >= SERVER_FAILED;
}

/** Whether the server can't be reached, so data read earlier is the best available. */
export function isUnreachable(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.errorCode === "NOTFOUND" || [502, 503, 504].includes(error.status);
}
