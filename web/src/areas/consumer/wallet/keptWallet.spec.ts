// @vitest-environment jsdom
import { webcrypto } from "node:crypto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { standInServer } from "@/api/testing/server";
import { replaceProfile, type Profile } from "@/session/current";
import type { Card } from "@/features/card/types";
import { keepCard, keepWallet, keptWalletQuery } from "./keptWallet";

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

const keptNow = () => new QueryClient().fetchQuery(keptWalletQuery());
const timesAsked = () => server.asked("GET /Cards").length + server.asked("GET /Cards/crd_1").length;

describe("keepCard", () => {
  const row = { id: "crd_1", isMine: true, isGift: true, isDeactive: false, cardBalance: 50 };
  const card = { ...row, qrCode: "QR", recentTransaction: "2026-05-04T10:00:00Z" } as unknown as Card;

  beforeEach(() => {
    arrive("per_1");
    server.on("GET /Cards", () => ({ ...none, items: [row, { ...row, id: "crd_2", isMine: false }] }));
    server.on("GET /Cards/crd_1", () => card);
  });

  it("reads the wallet where nothing is kept, and from then on asks nothing", async () => {
    await keepCard(new QueryClient(), card, Date.now());
    const before = timesAsked();
    expect(before).toBe(2);
    expect(server.asked("GET /Cards/crd_2")).toEqual([]);
    await keepCard(new QueryClient(), { ...card, qrCode: "QR2", cardBalance: 30 }, Date.now() + 60_000);
    expect(timesAsked()).toBe(before);
    expect(await keptNow()).toMatchObject({
      cards: [{ id: "crd_1", cardBalance: 30 }, { id: "crd_2" }],
      details: { crd_1: { qrCode: "QR2" } },
    });
  });

  it("forgets the code of a card that can't be used any more", async () => {
    await keepCard(new QueryClient(), card, Date.now());
    await keepCard(new QueryClient(), { ...card, isDeactive: true }, Date.now());
    expect((await keptNow())?.details).toEqual({});
  });
});
