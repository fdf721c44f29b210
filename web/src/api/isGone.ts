import { ApiError } from "./error";

/** Whether the record doesn't exist or was deleted. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.errorCode === "NOT_FOUND" || error.status === 400);
}
