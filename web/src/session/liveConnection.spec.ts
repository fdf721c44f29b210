import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tellCardNews } from "./cardNews";
import { replaceProfile, type Profile } from "./current";
import { listen } from "./live";

const start = vi.hoisted(() => vi.fn<() => Promise<void>>());

vi.mock("@microsoft/signalr", () => {
  const connection = { on: vi.fn(), onreconnected: vi.fn(), onclose: vi.fn(), stop: vi.fn(), start };
  class HubConnectionBuilder {
    withUrl = () => this;
    withAutomaticReconnect = () => this;
    configureLogging = () => this;
    build = () => connection;
  }
  return { HubConnectionBuilder, LogLevel: {} };
});
vi.mock("./cardNews", () => ({ tellCardNews: vi.fn<typeof tellCardNews>() }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a channel that opens late tells that something may have been missed, and not before", async () => {
  replaceProfile({ userId: "per_1" } as Profile);
  start.mockRejectedValueOnce(new Error("nobody there")).mockResolvedValue();
  listen({ userId: "per_1", prove: async () => "token", onSwitchedOff: () => undefined });
  await vi.advanceTimersByTimeAsync(0);
  expect(tellCardNews).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tellCardNews).toHaveBeenCalledExactlyOnceWith();
});
