// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { standInServer } from "@/api/testing/server";
import { canFillInPasskeys, signWithPasskey, type SignedChallenge } from "@/lib/passkeys";
import { passkeyFromAutofill, signInFromAutofill } from "./passkeyAutofill";
import { signInBySignature } from "./session";

vi.mock("@/lib/passkeys", () => ({
  canFillInPasskeys: vi.fn<typeof canFillInPasskeys>(),
  signWithPasskey: vi.fn<typeof signWithPasskey>(),
}));

vi.mock("./session", () => ({ signInBySignature: vi.fn<typeof signInBySignature>() }));

const server = standInServer();
const signed = { challengeId: "cha_1" } as SignedChallenge;
const challenges = () => server.asked("POST /OAuth/passkey").length;

/** Waits like a browser does: until a passkey is chosen or the signal aborts. */
function waitForever() {
  vi.mocked(signWithPasskey).mockImplementation(
    (_request, options) =>
      new Promise((resolve) => options?.signal?.addEventListener("abort", () => resolve(undefined))),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(canFillInPasskeys).mockResolvedValue(true);
  server.on("POST /OAuth/passkey", () => ({
    challengeId: "cha_1",
    challenge: "AAAA",
    site: "localhost",
    credentials: [],
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(signWithPasskey).mockReset();
});

describe("passkeyFromAutofill", () => {
  it("returns what the chosen passkey has signed", async () => {
    vi.mocked(signWithPasskey).mockResolvedValue(signed);
    await expect(passkeyFromAutofill(new AbortController().signal)).resolves.toBe(signed);
    expect(vi.mocked(signWithPasskey).mock.calls[0]?.[1]?.mediation).toBe("conditional");
  });

  it("does nothing in a browser without passkeys in autofill", async () => {
    vi.mocked(canFillInPasskeys).mockResolvedValue(false);
    await expect(passkeyFromAutofill(new AbortController().signal)).resolves.toBeUndefined();
    expect(challenges()).toBe(0);
  });

  it("ends when the user signs in otherwise", async () => {
    waitForever();
    const page = new AbortController();
    const found = passkeyFromAutofill(page.signal);
    await vi.waitFor(() => expect(signWithPasskey).toHaveBeenCalledOnce());
    page.abort();
    await expect(found).resolves.toBeUndefined();
    expect(challenges()).toBe(1);
  });

  it("requests another challenge before the first one expires", async () => {
    waitForever();
    const page = new AbortController();
    const found = passkeyFromAutofill(page.signal);
    await vi.waitFor(() => expect(signWithPasskey).toHaveBeenCalledOnce());
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    await vi.waitFor(() => expect(signWithPasskey).toHaveBeenCalledTimes(2));
    page.abort();
    await expect(found).resolves.toBeUndefined();
    expect(challenges()).toBe(2);
  });

  it("doesn't ask again after the user dismissed the dialog", async () => {
    vi.mocked(signWithPasskey).mockResolvedValue(undefined);
    await expect(passkeyFromAutofill(new AbortController().signal)).resolves.toBeUndefined();
    expect(challenges()).toBe(1);
  });
});

describe("signInFromAutofill", () => {
  it("signs in with the signed challenge, and returns undefined without an offer", async () => {
    vi.mocked(signWithPasskey).mockResolvedValueOnce(signed);
    await signInFromAutofill(new AbortController().signal);
    vi.mocked(canFillInPasskeys).mockRejectedValueOnce(new Error("no"));
    await expect(signInFromAutofill(new AbortController().signal)).resolves.toBeUndefined();
    expect(vi.mocked(signInBySignature).mock.calls).toEqual([[signed]]);
  });
});
