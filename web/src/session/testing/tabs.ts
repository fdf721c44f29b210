// Browser tabs for the session's tests, and their server. Each tab is an instance of the session's
// code; storage, key and locks are shared.
import { webcrypto } from "node:crypto";
import { afterEach, beforeEach, vi } from "vitest";
import type { listen as realListen } from "@/session/live";
// Each tab imports it again, but the first import is slow and must not count in a test's time.
import "@/session/session";

/** Features of the browser; a test may change them. */
export const browser = { canSeal: true };

const key = webcrypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
const keyIfAny = async () => (browser.canSeal ? key : undefined);
vi.mock("@/session/browserKeys", () => ({ browserKeys: { key: () => keyIfAny() } }));

const { listen, askCartCount } = vi.hoisted(() => ({
  listen: vi.fn<typeof realListen>(),
  askCartCount: vi.fn<() => Promise<number>>(),
}));
vi.mock("@/session/live", () => ({ listen }));
vi.mock("@/session/cartCount", () => ({ askCartCount }));
export { listen, askCartCount };

export const START = Date.parse("2026-06-01T12:00:00Z");
export const MINUTE = 60_000;

const ann = {
  userId: "per_1",
  email: "ann@demo.test",
  firstName: "Ann",
  lastName: "Bee",
  displayName: "Ann Bee",
  roles: "MANAGER,CONSUMER",
  tenantType: "VENDOR",
  tenantIds: ["ten_1"],
  avatarText: "AB",
  till: null as string | null,
};

const refuse = (errorMessage = "") =>
  Response.json({ traceId: "t1", errorCode: "UNAUTHORIZED", errorMessage }, { status: 401 });

let generation = 1;

function rotate(): void {
  generation += 1;
}

/** Whether this refresh token is the last one or its predecessor. Any older one is a copy. */
function isGood(refreshToken: string): boolean {
  const age = generation - Number(refreshToken.replace("refresh-", ""));
  return age === 0 || age === 1;
}

/** A server with one session: it knows the valid tokens and counts its calls. */
export const server = {
  isSessionOpen: true,
  isReachable: true,
  profile: ann,
  asked: [] as string[],
  /** Access tokens of the calls that signed out. */
  goodbyes: [] as (string | null)[],
  tokens: () => ({ accessToken: `access-${generation}`, refreshToken: `refresh-${generation}` }),
  /** Makes the server reject the access token, though it hasn't expired. */
  spoilAccess: rotate,
  fetch: async (address: string, init: RequestInit): Promise<Response> => {
    const path = address.replace("/api/v1", "");
    server.asked.push(`${init.method} ${path}`);
    await Promise.resolve();
    if (!server.isReachable) throw new TypeError("Failed to fetch");
    const expiredAt = new Date(Date.now() + 10 * MINUTE).toISOString();
    if (path === "/OAuth/login" || path === "/Tills/sessions")
      return Response.json({ ...server.tokens(), expiredAt });
    if (path.startsWith("/OAuth/silent-login/")) {
      const shown = path.replace("/OAuth/silent-login/", "");
      server.isSessionOpen &&= isGood(shown);
      if (!server.isSessionOpen) return refuse("This sign-in has ended.");
      if (shown === server.tokens().refreshToken) rotate();
      const { accessToken, refreshToken } = server.tokens();
      return Response.json({ accessToken, newRefreshToken: refreshToken, expiredAt });
    }
    const given = new Headers(init.headers).get("authorization");
    if (path === "/OAuth/logout") server.goodbyes.push(given);
    const isKnown = server.isSessionOpen && given === `Bearer ${server.tokens().accessToken}`;
    if (!isKnown) return refuse();
    return path === "/OAuth/logout" ? new Response(null, { status: 204 }) : Response.json(server.profile);
  },
};

/** Lets another user sign in, with a session of their own. */
export function changePlaces(): void {
  server.profile = { ...ann, userId: "per_2" };
  rotate();
}

/** A promise that the test resolves by calling `open`. */
export function createGate() {
  const gate = new AbortController();
  const opened = new Promise<void>((resolve) => gate.signal.addEventListener("abort", () => resolve()));
  return { open: () => gate.abort(), opened };
}

/** Lets the server process the next call at once, and delivers its answer when the test calls `arrive`. */
export function holdAnswer(to: string) {
  const [made, arriving] = [createGate(), createGate()];
  let isHeld = false;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const answer = await server.fetch(address, init);
    if (isHeld || !address.includes(to)) return answer;
    isHeld = true;
    made.open();
    await arriving.opened;
    return answer;
  });
  return { made: made.opened, arrive: arriving.open };
}

/**
 * Lets the server process the next calls but loses the answers: with a network error, or silently.
 */
export function loseAnswers(to: string, { times = 1, isNoticed = false } = {}) {
  const lost = createGate();
  let left = times;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const answer = await server.fetch(address, init);
    if (left === 0 || !address.includes(to)) return answer;
    left -= 1;
    lost.open();
    if (isNoticed) throw new TypeError("Failed to fetch");
    return new Promise<never>((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
    );
  });
  return { lost: lost.opened };
}

/** Like `AbortSignal.timeout`, but on the test's fake clock. */
function timeout(milliseconds: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException("", "TimeoutError")), milliseconds);
  return limit.signal;
}

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.spyOn(AbortSignal, "timeout").mockImplementation(timeout);
  generation = 1;
  const untouched = { isSessionOpen: true, isReachable: true, profile: ann, asked: [], goodbyes: [] };
  Object.assign(server, untouched);
  browser.canSeal = true;
  askCartCount.mockRejectedValue(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("crypto", webcrypto);
  let turn = Promise.resolve<unknown>(undefined);
  const request = (_: string, action: () => Promise<unknown>) => {
    const taken = turn.then(action);
    turn = taken.catch(() => undefined);
    return taken;
  };
  Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
  localStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

export async function openTab() {
  vi.resetModules();
  const client = await import("@/api/client");
  const current = await import("@/session/current");
  const session = await import("@/session/session");
  const ends: string[] = [];
  const endsAtTill: boolean[] = [];
  current.onSessionEnd((end, wasAtTill) => {
    ends.push(end);
    endsAtTill.push(wasAtTill);
  });
  client.authorizeCalls(session.prove);
  client.onUnauthorized(session.endRefused);
  const whoAmI = () => client.call("get", "/api/v1/OAuth/profile");
  return { ...session, ...current, whoAmI, ends, endsAtTill };
}

/** Credentials of a PIN session at a till. */
export function atTill() {
  server.profile = { ...ann, till: "Front" };
  return { secret: "till-secret", personId: "per_1", pin: "2580", idleMinutes: 10 };
}

export const credentials = { email: "ann@demo.test", password: "secret" };

export const renewals = () => server.asked.filter((one) => one.includes("silent-login")).length;
