// @vitest-environment jsdom
import { webcrypto } from "node:crypto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { standInServer } from "@/api/testing/server";
import { replaceProfile, type Profile } from "@/session/current";
import { keepWallet } from "./keptWallet";

const key = webcrypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
vi.mock("@/session/browserKeys", () => ({ browserKeys: { key: () => key } }));

const server = standInServer();
const none = { items: [], pageIndex: 1, pageSize: 30, totalPages: 0, totalItems: 0 };
const arrive = (userId: string) => replaceProfile({ userId } as Profile);

beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
  localStorage.clear();
});
afterEach(() => replaceProfile(undefined));

it("is kept for whoever it was read for", async () => {
  server.on("GET /Cards", () => none);
  arrive("per_1");
  await keepWallet(new QueryClient(), Date.now());
  expect(Object.keys(localStorage)).toEqual(["kept.per_1.wallet"]);
});

it("is not kept for somebody who came while it was on its way", async () => {
  server.on("GET /Cards", () => {
    arrive("per_2");
    return none;
  });
  arrive("per_1");
  await keepWallet(new QueryClient(), Date.now());
  expect(server.asked("GET /Cards")).toHaveLength(1);
  expect(localStorage).toHaveLength(0);
});
