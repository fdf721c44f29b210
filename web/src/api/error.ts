// What a call throws when it fails: one shape, whether the server answered, could not be reached, or spoke nonsense.
import { m } from "@/i18n";

interface ErrorBody {
  traceId: string | undefined;
  errorCode: string;
  errorMessage: string;
  fields: Record<string, string>;
  secondFactor?: SecondFactorAsked | undefined;
  approval?: ApprovalAsked | undefined;
}

/** What waits for a manager: under which id it is followed. */
export interface ApprovalAsked {
  id: string;
  expiresAt: string;
}

/** What is needed beside the password: a ticket for the next call, and the ways that the person has. */
export interface SecondFactorAsked {
  ticket: string;
  methods: string[];
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly traceId: string | undefined;
  readonly errorCode: string;
  /** For the person at the screen. */
  readonly errorMessage: string;
  /** What to change, by the path of the field. */
  readonly fields: Record<string, string>;
  /** With SECOND_FACTOR_REQUIRED. */
  readonly secondFactor: SecondFactorAsked | undefined;
  /** With APPROVAL_NEEDED. */
  readonly approval: ApprovalAsked | undefined;
  /** Set by a form that has marked every field that is named here: nothing else has to say so. */
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

/** What the server says where it spoke in the agreed shape; a proxy's page or an empty body says nothing a person can use. */
function readBody(body: unknown): ErrorBody {
  const given = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return {
    traceId: textOf(given["traceId"]),
    errorCode: textOf(given["errorCode"]) ?? "Unknown",
    errorMessage: textOf(given["errorMessage"]) ?? m.common_error_connection(),
    fields: fieldsOf(given["fields"]),
    secondFactor: given["secondFactor"] as SecondFactorAsked | undefined,
    approval: given["approval"] as ApprovalAsked | undefined,
  };
}

/** Whoever cancelled a call isn't waiting for it any more: nothing has failed. */
export function isCancelled(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "AbortError";
}

/** What a 403 says when the caller may do it after a step of their own. */
const STEPS_FIRST = new Set(["PROOF_REQUIRED", "SECOND_FACTOR_SETUP", "PIN_SESSION", "TILL_UNKNOWN"]);

/** An answer that isn't a success. */
export function errorFromAnswer(status: number, body: unknown): ApiError {
  const read = readBody(body);
  if (status === 401) return new ApiError(status, { ...read, errorCode: "UNAUTHORIZED" });
  if (status === 403 && !STEPS_FIRST.has(read.errorCode)) {
    return new ApiError(status, {
      ...read,
      errorCode: "PERMISSION",
      errorMessage: m.common_error_permission(),
    });
  }
  return new ApiError(status, read);
}

/** Whether a call was given up because no answer came in time. */
export function isTimedOut(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  return cause instanceof DOMException && cause.name === "TimeoutError";
}

/**
 * No answer at all. `fetch` reports an unreachable server as a TypeError; anything else never got a status. A change without an
 * answer in time may have been made.
 */
export function errorFromFailure(cause: unknown, isChange = false): ApiError {
  const tooLate = isChange ? m.common_error_unsure : m.common_error_timeout;
  const isNetworkFailure = cause instanceof TypeError;
  return new ApiError(
    isNetworkFailure ? 404 : 503,
    {
      traceId: undefined,
      errorCode: isNetworkFailure ? "NOTFOUND" : "ServiceUnavailable",
      errorMessage: isTimedOut(cause) ? tooLate() : m.common_error_connection(),
      fields: {},
    },
    cause,
  );
}

/** What went wrong, for the person at the screen. */
export function errorText(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errorMessage : undefined;
}
