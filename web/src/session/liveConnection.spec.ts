import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tellCardNews } from "./cardNews";
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
vi.mock("./cardNews", () => ({ tellCardNews: vi.fn<typeof tellCardNews>() }));

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

it("a channel that opens late tells that something may have been missed, and not before", async () => {
  arrive();
  client.fail();
  await pass(0);
  expect(tellCardNews).not.toHaveBeenCalled();
  await pass(FIRST_PAUSE_MS);
  client.succeed();
  await pass(0);
  expect(tellCardNews).toHaveBeenCalledExactlyOnceWith();
});

it("a channel that is open learns its name, which goes with what is written down about failures", async () => {
  arrive();
  client.succeed();
  await pass(0);
  expect(client.invoke).toHaveBeenCalledExactlyOnceWith("GetConnectionId");
  expect(nameOfConnection()).toBe("con_1");
});

it("a channel that is lost for good is opened anew", async () => {
  arrive();
  client.succeed();
  await pass(0);
  client.close();
  await pass(FIRST_PAUSE_MS);
  expect(client.start).toHaveBeenCalledTimes(2);
});

it("a channel that hangs while it is opened is given up, and another one is tried", async () => {
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
  expect(tellCardNews).toHaveBeenCalledOnce();
});

it("a channel that is closed says so, unless the person has left", async () => {
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

describe("when the person leaves, the channel", () => {
  it.each<[string, () => void]>([
    ["that is open is closed", () => client.succeed()],
    ["that is still being opened is given up", () => undefined],
    ["that waits for another try waits no more", () => client.fail()],
  ])("%s, and nothing opens it again", async (_, become) => {
    arrive();
    become();
    await pass(0);
    leaving.abort();
    await pass(0);
    expect(client.state).toBe("closed");
    expect(vi.getTimerCount()).toBe(0);
    expect(client.start).toHaveBeenCalledTimes(1);
  });

  it("that opens all the same at the last moment is closed then", async () => {
    arrive();
    client.stop.mockResolvedValueOnce();
    leaving.abort();
    client.succeed();
    await pass(0);
    expect(client.state).toBe("closed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("whose code has not come yet is never opened", () => {
    leaving.abort();
    arrive();
    expect(client.start).not.toHaveBeenCalled();
  });
});
