// Encryption key in IndexedDB. It can be used, but not exported.
import type { KeyStore } from "./vault";

const STORE = "keys";
const NAME = "profile";

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("The browser's database failed")),
    );
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open("session", 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  return settled(request);
}

/**
 * Attempts to open the database: browsers sometimes fail or hang on the first one after a cold
 * start.
 */
const TRIES = 3;
const MAX_TRY_MS = 1_500;
const PAUSE_MS = 100;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = pause(MAX_TRY_MS).then(() => {
    throw new Error("The browser's database does not answer");
  });
  return Promise.race([work, late]);
}

async function keyIn(database: IDBDatabase): Promise<CryptoKey> {
  const find = () => settled<CryptoKey | undefined>(database.transaction(STORE).objectStore(STORE).get(NAME));
  const found = await find();
  if (found) return found;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  // Another tab may have been faster: `add` fails if a key exists, and both tabs use that one.
  const adding = database.transaction(STORE, "readwrite").objectStore(STORE).add(made, NAME);
  return settled(adding).then(
    () => made,
    async () => (await find()) ?? made,
  );
}

async function readKey(): Promise<CryptoKey> {
  const database = await openDatabase();
  try {
    return await keyIn(database);
  } finally {
    database.close();
  }
}

async function loadKey(tries = TRIES): Promise<CryptoKey | undefined> {
  try {
    return await inTime(readKey());
  } catch {
    if (tries > 1) return pause(PAUSE_MS).then(() => loadKey(tries - 1));
    // Private windows and pages without TLS have no database. In other browsers the next attempt
    // may succeed.
    loading = undefined;
    return undefined;
  }
}

let loading: Promise<CryptoKey | undefined> | undefined;

export const browserKeys: KeyStore = {
  key: () => (loading ??= loadKey()),
};
