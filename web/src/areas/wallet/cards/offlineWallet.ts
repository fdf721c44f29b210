// Encrypted offline copy of the wallet of the signed-in user: cards, balances and codes as last read.
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { startedBy } from "@/lib/newRelease";
import { currentProfile, onPersonChange } from "@/session/current";
import { sealedStorage } from "@/session/sealedStorage";
import type { Card } from "@/features/card/types";
import type { WalletCard } from "./queries";

export interface OfflineWallet {
  /** Time of the server's last answer. */
  asOf: string;
  cards: WalletCard[];
  /** Cards with their codes, by id. */
  details: Record<string, Card>;
}

const storage = sealedStorage<OfflineWallet>("wallet");

const MIN_SAVE_INTERVAL_MS = 30_000;

/** How long an offline device shows codes. Meanwhile, a lost card may get another code. */
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000;

/** Returns the offline copy, or deletes it if it is too old or the clock was set back since. */
async function readOfflineWallet(): Promise<OfflineWallet | null> {
  const found = await storage.read();
  if (!found) return null;
  const age = Date.now() - Date.parse(found.asOf);
  if (age >= 0 && age <= MAX_AGE_MS) return found;
  storage.forget();
  return null;
}

/** How long a copy that the route has read stays in memory for its page, whose code may still be loading. */
const READ_AHEAD_MS = 10_000;

export function offlineWalletQuery() {
  return queryOptions({
    queryKey: ["offline wallet"],
    queryFn: readOfflineWallet,
    gcTime: READ_AHEAD_MS,
  });
}

/** Returns whether the card has a code and a balance to show at a counter. */
function isUsable({ qrCode, isDeactive, cardBalance }: Card): boolean {
  return qrCode !== null && !isDeactive && cardBalance > 0;
}

/** Converts a card to the shape of the wallet list. */
function lineOf({ vendor, qrCode, ...card }: Card): WalletCard {
  const { displayName, logoPath, hue } = vendor;
  const isMine = qrCode !== null;
  return { ...card, isMine, vendorName: displayName, vendorLogoPath: logoPath, vendorHue: hue };
}

let lastSavedAt = 0;
onPersonChange(() => (lastSavedAt = 0));

/**
 * Saves an offline copy of the wallet after the page has read part of it. The page doesn't wait for it; on failure the earlier
 * copy remains.
 */
export async function saveOfflineWallet(client: QueryClient, readAt: number): Promise<void> {
  if (readAt - lastSavedAt < MIN_SAVE_INTERVAL_MS) return;
  lastSavedAt = readAt;
  const userId = currentProfile()?.userId;
  const found = await call("get", "/api/v1/Cards/wallet");
  const details = Object.fromEntries(found.filter(isUsable).map((card) => [card.id, card]));
  await storage.write({ asOf: new Date().toISOString(), cards: found.map(lineOf), details }, userId);
  await client.invalidateQueries({ queryKey: offlineWalletQuery().queryKey });
}

/** Updates one card in the offline copy, or saves the whole wallet if the copy lacks the card. */
export async function saveOfflineCard(client: QueryClient, card: Card, readAt: number): Promise<void> {
  const userId = currentProfile()?.userId;
  const before = await readOfflineWallet();
  if (!before?.cards.some(({ id }) => id === card.id)) return saveOfflineWallet(client, readAt);
  const { [card.id]: _before, ...others } = before.details;
  const details = isUsable(card) ? { ...others, [card.id]: card } : others;
  const { cardBalance, recentTransaction } = card;
  const cards = before.cards.map((row) =>
    row.id === card.id ? { ...row, cardBalance, recentTransaction } : row,
  );
  await storage.write({ ...before, cards, details }, userId);
}

/** Sends the service worker the list of files of the wallet pages, including lazily loaded ones. */
export async function precachePages(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const userId = currentProfile()?.userId;
  await navigator.serviceWorker.register("/sw.js");
  const [{ active }] = await Promise.all([navigator.serviceWorker.ready, fetchLazyCode()]);
  const parts = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search);
  // Send nothing if the user has signed out meanwhile.
  if (currentProfile()?.userId !== userId) return;
  active?.postMessage({ release: startedBy(), parts: [...new Set(parts)] }, { transfer: [] });
}

/** Loads the code that the shell's HTML names for the offline wallet (`wallet` in scripts/prerender.ts). */
function fetchLazyCode(): Promise<unknown> {
  return Promise.all([
    import("./WalletPage"),
    import("./CardPage"),
    import("./CounterDialog"),
    import("./GiftEnvelope"),
    import("@/session/session"),
  ]);
}
