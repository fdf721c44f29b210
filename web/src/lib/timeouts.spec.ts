import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kindOf, TIMEOUT_MS } from "./timeouts";

const JSON_BODY = {};

describe("kindOf", () => {
  it.each([
    ["get", "/api/v1/Orders/me", undefined, "read"],
    ["get", "/api/v1/Payouts/exports", undefined, "read"],
    ["get", "/api/v1/Books/journal", undefined, "report"],
    ["get", "/api/v1/Cards/{id}/shared-picture", undefined, "report"],
    ["get", "/api/v1/Accounts/me/export", undefined, "export"],
    ["post", "/api/v1/Payouts/exports/{id}/file", JSON_BODY, "export"],
    ["post", "/api/v1/Payouts/exports", JSON_BODY, "change"],
    ["put", "/api/v1/Vendors/{id}", JSON_BODY, "change"],
    ["post", "/api/v1/Orders/checkout", JSON_BODY, "payment"],
    ["post", "/api/v1/File/bucket/{type}", new FormData(), "upload"],
  ])("returns the kind of %s %s", (method, path, body, kind) => {
    expect(kindOf(method, path, body)).toBe(kind);
  });
});

describe("TIMEOUT_MS", () => {
  it("lets the server answer every change before the browser gives up", () => {
    const defaults = readFileSync(
      new URL("../../../crates/platform/config.default.toml", import.meta.url),
      "utf8",
    );
    const seconds = (name: string) => Number(new RegExp(`^${name} = (\\d+)$`, "m").exec(defaults)?.[1]);
    const changes = seconds("request_timeout_seconds") + seconds("queue_timeout_seconds");
    expect(TIMEOUT_MS.change).toBeGreaterThan(changes * 1_000);
    expect(TIMEOUT_MS.payment).toBeGreaterThan(seconds("wait_seconds") * 1_000);
  });
});
