import { describe, expect, it, vi } from "vitest";
import { ApiError, errorFromFailure } from "./error";
import { untilAnswered } from "./repeat";

const lost = errorFromFailure(new TypeError("Failed to fetch"));
const late = errorFromFailure(new DOMException("", "TimeoutError"));
const refusal = new ApiError(409, {
  traceId: "t1",
  errorCode: "REQUEST_OVER",
  errorMessage: "It is over.",
  fields: {},
});

describe("untilAnswered", () => {
  it.each([
    ["returns the first answer", ["done"], "done", 1],
    ["sends a change without a reply once more", [lost, "done"], "done", 2],
    ["gives up after the second lost reply", [lost, lost], lost, 2],
    ["leaves the outcome unknown if the second try is refused", [lost, refusal], lost, 2],
    ["throws a refusal at once", [refusal], refusal, 1],
    ["doesn't repeat a change that timed out", [late], late, 1],
  ])("%s", async (_, outcomes, result, tries) => {
    const send = vi.fn<() => Promise<unknown>>();
    for (const outcome of outcomes) {
      if (outcome instanceof Error) send.mockRejectedValueOnce(outcome);
      else send.mockResolvedValueOnce(outcome);
    }
    expect(await untilAnswered(send).catch((error: unknown) => error)).toBe(result);
    expect(send).toHaveBeenCalledTimes(tries);
  });
});
