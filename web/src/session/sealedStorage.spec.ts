// @vitest-environment jsdom
import { webcrypto } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { replaceProfile, signedInUserId, type Profile } from "./current";
import { sealedStorage } from "./sealedStorage";
import { createVault } from "./vault";

const key = webcrypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
vi.mock("./browserKeys", () => ({ browserKeys: { key: () => key } }));

const wallet = sealedStorage<string[]>("wallet");
const vault = createVault({ key: () => key });
const somebody = (userId: string) => ({ userId }) as Profile;

async function arrive(userId: string): Promise<void> {
  await vault.write(somebody(userId));
  replaceProfile(somebody(userId));
}

beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
  localStorage.clear();
});
afterEach(() => {
  replaceProfile(undefined);
  vi.unstubAllGlobals();
});

it("keepsake: is readable for its owner, and encrypted in storage", async () => {
  await arrive("per_1");
  await wallet.write(["FR1:SECRET"], "per_1");
  expect(await wallet.read()).toEqual(["FR1:SECRET"]);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain("SECRET");
});

it("keepsake: is not readable for another user, even if copied to their key", async () => {
  await arrive("per_1");
  await wallet.write(["FR1:SECRET"], "per_1");
  replaceProfile(somebody("per_2"));
  expect(await wallet.read()).toBeUndefined();
});

it("keepsake: is deleted when its owner signs out or another user signs in", async () => {
  await arrive("per_1");
  await wallet.write(["FR1:SECRET"], "per_1");
  vault.clear();
  expect(localStorage).toHaveLength(0);
  await arrive("per_1");
  await wallet.write(["FR1:SECRET"], "per_1");
  localStorage.setItem("products", "Rose's card");
  await arrive("per_2");
  expect(Object.keys(localStorage).toSorted()).toEqual(["profile.per_2", "signedInUserId"]);
  expect(signedInUserId.read()).toBe("per_2");
});

it("keepsake: stays for its owner after the session expired, and for no one else", async () => {
  await arrive("per_1");
  await wallet.write(["FR1:SECRET"], "per_1");
  vault.close();
  replaceProfile(undefined);
  expect(await wallet.read()).toBeUndefined();
  await arrive("per_1");
  expect(await wallet.read()).toEqual(["FR1:SECRET"]);
  vault.close();
  await arrive("per_2");
  expect(Object.keys(localStorage).toSorted()).toEqual(["profile.per_2", "signedInUserId"]);
});

it("keepsake: is not written after its owner has signed out", async () => {
  await arrive("per_1");
  const writing = wallet.write(["FR1:SECRET"], "per_1");
  vault.clear();
  replaceProfile(undefined);
  await writing;
  expect(localStorage).toHaveLength(0);
});
