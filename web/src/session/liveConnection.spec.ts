import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notifyCardNews } from "./cardNews";
import { nameOfConnection } from "./channel";
import { listen } from "./live";

/** Fake of the official client. What it reports after `stop` depends on whether it was open. */
class Client {
  state: "closed" | "opening" | "open" = "closed";
  #tellClosed: () => void = () => undefined;
  #started: { resolve: () => void; reject: (error: Error) => void } | undefined;
  on = () => undefined;
  invoke = vi.fn<(method: string) => Promise<string>>(async () => "con_1");
  onreconnected = () => undefined;
  onreconnecting = () => undefined;
  onclose = (listener: () => void) => void (this.#tellClosed = listener);

  start = vi.fn<() => Promise<void>>(() => {
    this.state = "opening";
    return new Promise((resolve, reject) => (this.#started = { resolve, reject }));
  });
  stop = vi.fn<() => Promise<void>>(async () => {
    if (this.state === "open") this.close();
    else if (this.state === "opening") this.fail();
  });

  succeed(): void {
    this.state = "open";
    this.#started?.resolve();
  }
  fail(): void {
    this.state = "closed";
    this.#started?.reject(new Error("nobody there"));
  }
  /** Stopped, or lost without reconnecting. */
  close(): void {
    this.state = "closed";
    this.#tellClosed();
  }
}

let client: Client;

vi.mock("@microsoft/signalr", () => {
  class HubConnectionBuilder {
    withUrl = () => this;
    withAutomaticReconnect = () => this;
    configureLogging = () => this;
    build = () => client;
  }
  return { HubConnectionBuilder, LogLevel: {} };
});
vi.mock("./cardNews", () => ({ notifyCardNews: vi.fn<typeof notifyCardNews>() }));

const FIRST_PAUSE_MS = 5_000;
const MAX_OPENING_MS = 30_000;
let leaving: AbortController;
const onLost = vi.fn<() => void>();

function arrive(): void {
  const account = { userId: "per_1", prove: async () => "token", onSwitchedOff: () => undefined, onLost };
  listen({ ...account, presence: leaving.signal });
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  client = new Client();
  leaving = new AbortController();
});
afterEach(() => void vi.useRealTimers());

it("live channel: reports a gap when it opens late, and not before", async () => {
  arrive();
  client.fail();
  await pass(0);
  expect(notifyCardNews).not.toHaveBeenCalled();
  await pass(FIRST_PAUSE_MS);
  client.succeed();
  await pass(0);
  expect(notifyCardNews).toHaveBeenCalledExactlyOnceWith();
});

it("live channel: learns its connection id, which is attached to error reports", async () => {
  arrive();
  client.succeed();
  await pass(0);
  expect(client.invoke).toHaveBeenCalledExactlyOnceWith("GetConnectionId");
  expect(nameOfConnection()).toBe("con_1");
});

it("live channel: opens again after a lost connection", async () => {
  arrive();
  client.succeed();
  await pass(0);
  client.close();
  await pass(FIRST_PAUSE_MS);
  expect(client.start).toHaveBeenCalledTimes(2);
});

it("live channel: gives up a connection that doesn't open, and tries another one", async () => {
  arrive();
  const hanging = client;
  // A client that waits for the browser can't be stopped.
  hanging.stop.mockResolvedValue();
  client = new Client();
  await pass(MAX_OPENING_MS);
  expect(hanging.stop).toHaveBeenCalled();
  await pass(FIRST_PAUSE_MS);
  expect(client.start).toHaveBeenCalledOnce();
  client.succeed();
  await pass(0);
  expect(nameOfConnection()).toBe("con_1");
  // A connection that opens too late is closed and reports nothing.
  hanging.succeed();
  await pass(0);
  expect(notifyCardNews).toHaveBeenCalledOnce();
});

it("live channel: reports that it closed, unless the user has signed out", async () => {
  arrive();
  client.succeed();
  await pass(0);
  client.close();
  expect(onLost).toHaveBeenCalledTimes(1);
  await pass(FIRST_PAUSE_MS);
  client.succeed();
  await pass(0);
  leaving.abort();
  await pass(0);
  expect(client.state).toBe("closed");
  expect(onLost).toHaveBeenCalledTimes(1);
});

describe("live channel, after signing out", () => {
  it.each<[string, () => void]>([
    ["closes an open connection", () => client.succeed()],
    ["gives up a connection that is opening", () => undefined],
    ["cancels the next attempt", () => client.fail()],
  ])("%s, and doesn't open again", async (_, become) => {
    arrive();
    become();
    await pass(0);
    leaving.abort();
    await pass(0);
    expect(client.state).toBe("closed");
    expect(vi.getTimerCount()).toBe(0);
    expect(client.start).toHaveBeenCalledTimes(1);
  });

  it("is closed when it opens at the last moment", async () => {
    arrive();
    client.stop.mockResolvedValueOnce();
    leaving.abort();
    client.succeed();
    await pass(0);
    expect(client.state).toBe("closed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not opened when its code arrives later", () => {
    leaving.abort();
    arrive();
    expect(client.start).not.toHaveBeenCalled();
  });
});
