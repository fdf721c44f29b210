// Signs people in without the form, for stories that are not about signing in.
import type { Page } from "@playwright/test";
import type { components } from "../../src/api/schema.d.ts";
import type { Profile } from "../../src/session/profile.ts";
import { atWorkplace, rolesIn, workplacesOf } from "../../src/session/workplaces.ts";
import type { Person } from "./people.ts";

type Schemas = components["schemas"];

interface Replies {
  tokens: Schemas["LoginReply"];
  person: Schemas["Profile"];
}

/** A small answer of the server. Any page of the same address can store a session. */
const SMALL_PAGE = "/healthz";

/** Runs in the page, because only browsers resolve the second brand's address. */
async function askForSession(body: Person): Promise<Replies> {
  const calls = "/api/v1/OAuth";
  const read = async <Answer>(path: string, options: RequestInit) => {
    const answer = await fetch(`${calls}/${path}`, options);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const headers = { "content-type": "application/json" };
  const tokens = await read<Replies["tokens"]>("login", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const authorization = `Bearer ${tokens.accessToken}`;
  return { tokens, person: await read<Replies["person"]>("profile", { headers: { authorization } }) };
}

/** Runs in the page. Stores the profile like `session/vault.ts`: encrypted with a key that stays in the browser. */
async function storeProfile(profile: Profile): Promise<void> {
  const failure = "The database failed";
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error(failure)));
    });
  const opening = indexedDB.open("session", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("keys"));
  const database = await settled(opening);
  const keys = () => database.transaction("keys", "readwrite").objectStore("keys");
  let key = await settled<CryptoKey | undefined>(keys().get("profile"));
  if (!key) {
    key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    await settled(keys().add(key, "profile"));
  }
  database.close();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(profile));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text));
  localStorage.setItem(`profile.${profile.userId}`, btoa(String.fromCharCode(...iv, ...sealed)));
  localStorage.setItem("signedInUserId", profile.userId);
}

/** Signs a person in before the story opens its first page. */
export async function openSession(page: Page, { email, password }: Person): Promise<void> {
  await page.goto(SMALL_PAGE);
  const { tokens, person } = await page.evaluate(askForSession, { email, password });
  const [roles, workplaces] = [rolesIn(person.roles), workplacesOf(person.workplaces)];
  const seen = { ...person, tenantType: person.tenantType ?? null, roles, workplaces };
  const profile = { ...atWorkplace(seen, null), ...tokens, receivedAt: Date.now(), cartTotalCount: 0 };
  await page.evaluate(storeProfile, profile);
}
