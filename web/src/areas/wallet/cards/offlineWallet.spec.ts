// @vitest-environment jsdom
import { webcrypto } from "node:crypto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { standInServer } from "@/api/testing/server";
import { replaceProfile, type Profile } from "@/session/current";
import type { Card } from "@/features/card/types";
import { saveOfflineCard, saveOfflineWallet, offlineWalletQuery } from "./offlineWallet";

const key = webcrypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
vi.mock("@/session/browserKeys", () => ({ browserKeys: { key: () => key } }));

const server = standInServer();
const arrive = (userId: string) => replaceProfile({ userId } as Profile);

beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
  localStorage.clear();
});
afterEach(() => replaceProfile(undefined));

it("saveOfflineWallet: stores the wallet for the user it was read for", async () => {
  server.on("GET /Cards/wallet", () => []);
  arrive("per_1");
  await saveOfflineWallet(new QueryClient(), Date.now());
  expect(Object.keys(localStorage)).toEqual(["kept.per_1.wallet"]);
});

it("saveOfflineWallet: stores nothing for a user who signed in meanwhile", async () => {
  server.on("GET /Cards/wallet", () => {
    arrive("per_2");
    return [];
  });
  arrive("per_1");
  await saveOfflineWallet(new QueryClient(), Date.now());
  expect(server.asked("GET /Cards/wallet")).toHaveLength(1);
  expect(localStorage).toHaveLength(0);
});

const keptNow = () => new QueryClient().fetchQuery(offlineWalletQuery());
const timesAsked = () => server.asked("GET /Cards/wallet").length;

const card = {
  id: "crd_1",
  vendor: { displayName: "Maple Leaf Books", logoPath: null, hue: 210 },
  qrCode: "QR",
  isGift: true,
  isDeactive: false,
  cardBalance: 50,
  recentTransaction: "2026-05-04T10:00:00Z",
} as unknown as Card;

it("saveOfflineWallet: stores all cards, with codes for usable ones, by one call", async () => {
  const spent = { ...card, id: "crd_2", cardBalance: 0 };
  const claimed = { ...card, id: "crd_3", qrCode: null };
  server.on("GET /Cards/wallet", () => [card, spent, claimed]);
  arrive("per_1");
  await saveOfflineWallet(new QueryClient(), Date.now());
  const wallet = await keptNow();
  expect(wallet?.cards).toMatchObject([
    { id: "crd_1", isMine: true, vendorName: "Maple Leaf Books", vendorHue: 210 },
    { id: "crd_2", isMine: true },
    { id: "crd_3", isMine: false },
  ]);
  expect(wallet?.details).toEqual({ crd_1: card });
  expect(timesAsked()).toBe(1);
});

describe("offlineWalletQuery", () => {
  const DAY = 24 * 60 * 60 * 1000;
  afterEach(() => vi.useRealTimers());

  it.each([
    ["returns a copy that is three days old", 3 * DAY, 1],
    ["deletes a copy that is older than three days", 3 * DAY + 1, 0],
    ["deletes a copy from the future, after the clock was set back", -1, 0],
  ])("%s", async (_title, age, left) => {
    server.on("GET /Cards/wallet", () => [card]);
    arrive("per_1");
    await saveOfflineWallet(new QueryClient(), Date.now());
    const asOf = Date.parse((await keptNow())?.asOf ?? "");
    vi.useFakeTimers({ toFake: ["Date"], now: asOf + age });
    const details = left === 0 ? undefined : { crd_1: card };
    expect((await keptNow())?.details).toEqual(details);
    expect(localStorage).toHaveLength(left);
  });
});

describe("saveOfflineCard", () => {
  beforeEach(() => {
    arrive("per_1");
    server.on("GET /Cards/wallet", () => [card, { ...card, id: "crd_2", qrCode: null }]);
  });

  it("reads the wallet if nothing is stored, and sends no request after that", async () => {
    await saveOfflineCard(new QueryClient(), card, Date.now());
    const before = timesAsked();
    expect(before).toBe(1);
    await saveOfflineCard(
      new QueryClient(),
      { ...card, qrCode: "QR2", cardBalance: 30 },
      Date.now() + 60_000,
    );
    expect(timesAsked()).toBe(before);
    expect(await keptNow()).toMatchObject({
      cards: [{ id: "crd_1", cardBalance: 30 }, { id: "crd_2" }],
      details: { crd_1: { qrCode: "QR2" } },
    });
  });

  it("deletes the code of a card that can no longer be used", async () => {
    await saveOfflineCard(new QueryClient(), card, Date.now());
    await saveOfflineCard(new QueryClient(), { ...card, isDeactive: true }, Date.now());
    expect((await keptNow())?.details).toEqual({});
  });
});
