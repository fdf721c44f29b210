// The wallet for when there is no network: cards, balances and codes as they were last seen, sealed for whoever is signed in.
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { currentProfile, onPersonChange } from "@/session/current";
import { keepsake } from "@/session/keepsake";
import type { Card } from "@/features/card/types";
import type { WalletCard } from "./queries";

export interface KeptWallet {
  /** When the server last said so. */
  asOf: string;
  cards: WalletCard[];
  /** With their codes, by their ids. */
  details: Record<string, Card>;
}

const kept = keepsake<KeptWallet>("wallet");

const KEPT_AGAIN_AFTER_MS = 30_000;

/** How long a device without network shows codes. A lost card gets another code meanwhile. */
const KEPT_FOR_MS = 3 * 24 * 60 * 60 * 1000;

/** Returns the kept wallet, or deletes it when it is too old or its clock was put back since. */
async function readKept(): Promise<KeptWallet | null> {
  const found = await kept.read();
  if (!found) return null;
  const age = Date.now() - Date.parse(found.asOf);
  if (age >= 0 && age <= KEPT_FOR_MS) return found;
  kept.forget();
  return null;
}

export function keptWalletQuery() {
  return queryOptions({
    queryKey: ["kept wallet"],
    queryFn: readKept,
    gcTime: 0,
  });
}

/** Whether there is anything to show of it at a counter. */
function isUsable({ qrCode, isDeactive, cardBalance }: Card): boolean {
  return qrCode !== null && !isDeactive && cardBalance > 0;
}

/** A card as the list of the wallet has it. */
function lineOf({ vendor, qrCode, ...card }: Card): WalletCard {
  const { displayName, logoPath, hue } = vendor;
  const isMine = qrCode !== null;
  return { ...card, isMine, vendorName: displayName, vendorLogoPath: logoPath, vendorHue: hue };
}

let lastKeptAt = 0;
onPersonChange(() => (lastKeptAt = 0));

/**
 * Reads the wallet for later, when the page has just read some of it. Nobody waits for it, and when it fails the one from
 * before stays.
 */
export async function keepWallet(client: QueryClient, readAt: number): Promise<void> {
  if (readAt - lastKeptAt < KEPT_AGAIN_AFTER_MS) return;
  lastKeptAt = readAt;
  const userId = currentProfile()?.userId;
  const found = await call("get", "/api/v1/Cards/wallet");
  const details = Object.fromEntries(found.filter(isUsable).map((card) => [card.id, card]));
  await kept.write({ asOf: new Date().toISOString(), cards: found.map(lineOf), details }, userId);
  await client.invalidateQueries({ queryKey: keptWalletQuery().queryKey });
}

/** Keeps a card as it has just been read: only where it isn't among those that are kept, the whole wallet is read for it. */
export async function keepCard(client: QueryClient, card: Card, readAt: number): Promise<void> {
  const userId = currentProfile()?.userId;
  const before = await readKept();
  if (!before?.cards.some(({ id }) => id === card.id)) return keepWallet(client, readAt);
  const { [card.id]: _before, ...others } = before.details;
  const details = isUsable(card) ? { ...others, [card.id]: card } : others;
  const { cardBalance, recentTransaction } = card;
  const cards = before.cards.map((row) =>
    row.id === card.id ? { ...row, cardBalance, recentTransaction } : row,
  );
  await kept.write({ ...before, cards, details }, userId);
}

/** Tells the service worker what these pages are made of, all that they may still fetch included. */
export async function keepPages(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const userId = currentProfile()?.userId;
  await navigator.serviceWorker.register("/sw.js");
  const [{ active }, { startedBy }] = await Promise.all([
    navigator.serviceWorker.ready,
    import("@/lib/newRelease"),
    fetchWhatMayBeNeeded(),
  ]);
  const parts = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search);
  // For those who have left meanwhile nothing is kept.
  if (currentProfile()?.userId !== userId) return;
  active?.postMessage({ release: startedBy(), parts: [...new Set(parts)] }, { transfer: [] });
}

function fetchWhatMayBeNeeded(): Promise<unknown> {
  return Promise.all([
    import("./WalletPage"),
    import("./WalletList"),
    import("./CardPage"),
    import("./CounterDialog"),
    import("@/session/session"),
    import("@/session/places"),
    import("@/ui/Toaster"),
  ]);
}
