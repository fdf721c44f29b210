// Errors of calls, in one shape for refusals, an unreachable server and unreadable answers.
import { m } from "@/i18n";

interface ErrorBody {
  traceId: string | undefined;
  errorCode: string;
  errorMessage: string;
  fields: Record<string, string>;
  secondFactor?: SecondFactorAsked | undefined;
  approval?: ApprovalAsked | undefined;
}

/** Pending approval by a manager, with the id for polling it. */
export interface ApprovalAsked {
  id: string;
  expiresAt: string;
}

/**
 * Second step of signing in: the ticket for the next call, and the methods that the user can choose
 * from.
 */
export interface SecondFactorAsked {
  ticket: string;
  methods: string[];
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly traceId: string | undefined;
  readonly errorCode: string;
  /** Message for the user. */
  readonly errorMessage: string;
  /** Messages by the path of the field that is wrong. */
  readonly fields: Record<string, string>;
  /** Set with SECOND_FACTOR_REQUIRED. */
  readonly secondFactor: SecondFactorAsked | undefined;
  /** Set with APPROVAL_NEEDED. */
  readonly approval: ApprovalAsked | undefined;
  /** Set by a form that has marked every field named in `fields`: no other message is needed. */
  declare isMarked?: boolean;

  constructor(status: number, body: ErrorBody, cause?: unknown) {
    super(`${status} ${body.errorCode}: ${body.errorMessage}`, { cause });
    this.status = status;
    this.traceId = body.traceId;
    this.errorCode = body.errorCode;
    this.errorMessage = body.errorMessage;
    this.fields = body.fields;
    this.secondFactor = body.secondFactor;
    this.approval = body.approval;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function fieldsOf(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/**
 * Reads an error body in the server's format. Other bodies, such as a proxy's page, contain nothing
 * for the user.
 */
function readBody(body: unknown, noReply: () => string): ErrorBody {
  const given = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return {
    traceId: textOf(given["traceId"]),
    errorCode: textOf(given["errorCode"]) ?? "Unknown",
    errorMessage: textOf(given["errorMessage"]) ?? noReply(),
    fields: fieldsOf(given["fields"]),
    secondFactor: given["secondFactor"] as SecondFactorAsked | undefined,
    approval: given["approval"] as ApprovalAsked | undefined,
  };
}

/**
 * A call that had no effect because the user cancelled the proof of identity, or the person who made
 * it has signed out. An abort by a browser is no such error: the request may have arrived.
 */
export class CancelledCall extends DOMException {
  constructor() {
    super("", "AbortError");
  }
}

/** Whether the caller cancelled the call: then nothing has failed. */
export function isCancelled(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "AbortError";
}

/** Error codes of a 403 that the user can resolve with a step of their own. */
const RESOLVABLE = new Set(["PROOF_REQUIRED", "SECOND_FACTOR_SETUP", "PIN_SESSION", "TILL_UNKNOWN"]);

/** Error code of a call without a reply. */
export const UNREACHABLE = "UNREACHABLE";

/**
 * Creates the error for an answer that isn't a success. `noReply` is the message for an answer that
 * isn't the server's.
 */
export function errorFromAnswer(
  status: number,
  body: unknown,
  noReply: () => string = m.common_error_connection,
): ApiError {
  const read = readBody(body, noReply);
  if (status === 401) return new ApiError(status, { ...read, errorCode: "UNAUTHORIZED" });
  if (status === 403 && !RESOLVABLE.has(read.errorCode)) {
    return new ApiError(status, {
      ...read,
      errorCode: "PERMISSION",
      errorMessage: m.common_error_permission(),
    });
  }
  return new ApiError(status, read);
}

/** Whether the call reached its timeout. */
export function isTimedOut(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  return cause instanceof DOMException && cause.name === "TimeoutError";
}

/** Creates the error for a call without a reply, with a message for a change that may have been made. */
export function errorFromFailure(cause: unknown, noReply?: () => string): ApiError {
  const words = noReply ?? (isTimedOut(cause) ? m.common_error_timeout : m.common_error_connection);
  const body = { traceId: undefined, errorCode: UNREACHABLE, errorMessage: words(), fields: {} };
  return new ApiError(503, body, cause);
}

/** Returns the message for the user, or `undefined` for errors that don't come from a call. */
export function errorText(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errorMessage : undefined;
}
