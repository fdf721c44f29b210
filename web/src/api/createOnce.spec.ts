import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOnce } from "@/api/createOnce";

const answer = vi.fn<typeof fetch>();
const lose = async () => Promise.reject(new TypeError("Failed to fetch"));
const made = async () => Response.json({ id: "till_1" });
const refuse = (status: number) => async () =>
  Response.json({ traceId: "t1", errorCode: "X", errorMessage: "No." }, { status });

const create = (name: string) =>
  createOnce("/api/v1/Tills", { body: { tenantId: "ten_1", name } }).catch((error: unknown) => error);
const keys = () =>
  answer.mock.calls.map(([, init]) => new Headers(init?.headers).get("idempotency-key") ?? "");

beforeEach(() => {
  vi.stubGlobal("fetch", answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
});

describe("createOnce", () => {
  it("repeats a call without a reply under the same key", async () => {
    answer.mockImplementationOnce(lose).mockImplementation(made);
    expect(await create("Front")).toEqual({ id: "till_1" });
    expect(answer).toHaveBeenCalledTimes(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it("reuses the key for the same call after a lost reply, and makes a new one for another call", async () => {
    answer.mockImplementation(lose);
    await create("Back");
    answer.mockImplementation(made);
    await create("Side");
    await create("Back");
    await create("Back");
    const [first, repeated, other, again, anew] = keys();
    expect([repeated, again]).toEqual([first, first]);
    expect(new Set([first, other, anew]).size).toBe(3);
  });

  it("doesn't repeat a call that was refused or timed out", async () => {
    answer.mockImplementation(refuse(400));
    await create("Door");
    answer.mockImplementation(async () => Promise.reject(new DOMException("", "TimeoutError")));
    await create("Door");
    answer.mockImplementation(made);
    await create("Door");
    const [refused, hanging, pressedAgain] = keys();
    expect(answer).toHaveBeenCalledTimes(3);
    expect(hanging).not.toBe(refused);
    expect(pressedAgain).toBe(hanging);
  });
});
