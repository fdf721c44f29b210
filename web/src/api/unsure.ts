// What a failed call tells about what it asked for: nothing of it was done, or nobody knows.
import { ApiError } from "./error";

const TIMED_OUT = 408;
const SERVER_FAILED = 500;
/** Who calls wasn't let in, so nobody has looked at what was asked. */
const TURNED_AWAY = new Set([401, 403, 429]);

/** The server's troubles in which it surely did nothing: no money moves while the books are checked or the queue is full. */
export const NOTHING_WAS_DONE: ReadonlySet<string> = new Set(["LEDGER_STOPPED", "BUSY", "PAYMENTS_OFF"]);

function isServersOwn(error: Error): error is ApiError {
  return error instanceof ApiError && error.traceId !== undefined;
}

/** Whether the server may have done it all the same: nobody answered, or something between here and there did. */
export function isUnsure(error: Error): boolean {
  if (!isServersOwn(error)) return true;
  if (NOTHING_WAS_DONE.has(error.errorCode)) return false;
  return error.status === TIMED_OUT || error.status >= SERVER_FAILED;
}

/**
 * Whether it is as open as before how an earlier try under the same key went: this one was refused before the server looked
 * at the key.
 */
export function leavesEarlierOpen(error: Error): boolean {
  return isUnsure(error) || (error instanceof ApiError && isRefusedAtTheDoor(error));
}

function isRefusedAtTheDoor({ status }: ApiError): boolean {
  return TURNED_AWAY.has(status) || status >= SERVER_FAILED;
}

/** Nothing was heard of the server; what it said last is the best there is. */
export function isUnreachable(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.errorCode === "NOTFOUND" || [502, 503, 504].includes(error.status);
}
