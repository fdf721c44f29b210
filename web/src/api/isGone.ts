import { ApiError } from "./error";

/** There is no such thing, or not any more. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.errorCode === "NOT_FOUND" || error.status === 400);
}
