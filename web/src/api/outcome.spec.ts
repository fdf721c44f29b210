import { describe, expect, it } from "vitest";
import { ApiError, CancelledCall, errorFromAnswer, errorFromFailure } from "./error";
import { isOutcomeUnknown, isEarlierOutcomeUnknown } from "./outcome";

const answer = (status: number, errorCode: string, traceId: string | undefined = "t1") =>
  new ApiError(status, { traceId, errorCode, errorMessage: "It was refused.", fields: {} });
const fromAProxy = (status: number) =>
  new ApiError(status, { traceId: undefined, errorCode: "Unknown", errorMessage: "", fields: {} });

describe("isOutcomeUnknown", () => {
  it.each([
    // Error, whether it may have taken effect, whether an earlier try may have.
    ["no answer came", errorFromFailure(new TypeError("Failed to fetch")), true, true],
    ["a proxy answered", fromAProxy(404), true, true],
    ["a proxy gave up waiting", errorFromAnswer(408, "<h1>"), true, true],
    ["the server is still asking the gateway", answer(503, "PAYMENT_PENDING"), true, true],
    ["the user cancelled the proof of identity", new CancelledCall(), false, true],
    ["the browser stopped the call", new DOMException("", "AbortError"), true, true],
    ["something broke in the browser", new Error("?"), true, true],
    ["it took too long", answer(503, "TIMEOUT"), true, true],
    ["the database is lost", answer(503, "UNAVAILABLE"), true, true],
    ["the server reports an unknown outcome", answer(503, "OUTCOME_UNKNOWN"), true, true],
    ["the server failed", answer(500, "INTERNAL"), true, true],
    ["the ledger is stopped", answer(503, "LEDGER_STOPPED"), false, true],
    ["the queue is full", answer(503, "BUSY"), false, true],
    ["payments are off", answer(503, "PAYMENTS_OFF"), false, true],
    ["the session has ended", answer(401, "UNAUTHORIZED"), false, true],
    ["there were too many tries", answer(429, "TOO_MANY_TRIES"), false, true],
    ["the card was declined", answer(400, "PAYMENT_DECLINED"), false, false],
    ["a rule refuses it", answer(400, "VALIDATION"), false, false],
    ["there is no such card", answer(404, "NOT_FOUND"), false, false],
  ])("when %s", (_, error, mayBeDone, mayEarlierBeDone) => {
    expect(isOutcomeUnknown(error)).toBe(mayBeDone);
    expect(isEarlierOutcomeUnknown(error)).toBe(mayEarlierBeDone);
  });
});
