// The sealing key in the browser's own database: it can be used there, but not taken out.
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

async function keyIn(database: IDBDatabase): Promise<CryptoKey> {
  const find = () => settled<CryptoKey | undefined>(database.transaction(STORE).objectStore(STORE).get(NAME));
  const found = await find();
  if (found) return found;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  // Another tab may have been faster: `add` keeps the first, and both use that one.
  const adding = database.transaction(STORE, "readwrite").objectStore(STORE).add(made, NAME);
  return settled(adding).then(
    () => made,
    async () => (await find()) ?? made,
  );
}

async function loadKey(): Promise<CryptoKey | undefined> {
  try {
    const database = await openDatabase();
    try {
      return await keyIn(database);
    } finally {
      database.close();
    }
  } catch {
    // Private windows and pages without TLS have no such place.
    return undefined;
  }
}

let loading: Promise<CryptoKey | undefined> | undefined;

export const browserKeys: KeyStore = {
  key: () => (loading ??= loadKey()),
};
