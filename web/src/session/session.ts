// Opens, keeps and ends the session. Many tabs share one: they take turns at renewing it, and what one does all follow.
import { call, callAs, callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { cartText } from "@/lib/cartText";
import { forgetTexts } from "@/lib/forgetTexts";
import type { SignedChallenge } from "@/lib/passkeys";
import { WAITING, waitingCart } from "@/lib/waitingCart";
import { browserKeys } from "./browserKeys";
import { currentProfile, replaceProfile, signedInUserId, type SessionEnd } from "./current";
import { isFresh, renewalTimeOf, type Person, type Profile, type Tokens } from "./profile";
import { purchaseDraft } from "./purchaseDraft";
import { forgetReason, rememberReason, signedOutReason } from "./signedOutReason";
import { createVault } from "./vault";
import { atWorkplace, chosenWorkplace, rolesIn, workplacesOf } from "./workplaces";

export interface Credentials {
  email: string;
  password: string;
  /** Captcha token, which the server asks for while very many people sign in. */
  reCaptchaToken?: string;
}

const vault = createVault(browserKeys);

/** How long signing out waits for the server to hear of it. */
const GOODBYE_TAKES_AT_MOST_MS = 3_000;
/** How long a renewal waits before it is asked for again. Both tries together wait as long as a read. */
const FIRST_RENEWAL_MS = 4_000;
const SECOND_RENEWAL_MS = 8_000;

let restoring: Promise<Profile | undefined> | undefined;
let renewing: Promise<Profile | undefined> | undefined;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
/** Whether the person at the screen is ending the session, and the page waits for the server's word. */
let isLeaving = false;

/** One tab at a time. Where the browser has no locks, each tab is alone with itself. */
function inTurn<T>(action: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("session", action) : action();
}

/** Whom the live channel listens for, until they leave. */
let present: { userId: string; leaving: AbortController } | undefined;

/** Comes after the page: nobody waits for it. */
async function listenLive(userId: string, presence: AbortSignal): Promise<void> {
  const { listen } = await import("./live");
  listen({
    userId,
    presence,
    prove: () => prove(),
    onSwitchedOff: endRefused,
    onLost: () => void checkSession().catch(() => undefined),
  });
}

async function lookIntoCart(userId: string): Promise<void> {
  const { askCartCount } = await import("./cartCount");
  await keepCartCount(await askCartCount(), userId);
}

function depart(): void {
  present?.leaving.abort();
  present = undefined;
}

function arrive({ userId, till }: Profile): void {
  if (present?.userId === userId) return;
  depart();
  // A till belongs to no one: it has no cart and no news.
  if (till) return;
  present = { userId, leaving: new AbortController() };
  listenLive(userId, present.leaving.signal).catch(() => undefined);
  lookIntoCart(userId).catch(() => undefined);
}

/** What the person at the screen has shown to the server, or will: a refused one tells whose call it was. */
const theirTokens = new Set<string>();

function adopt(profile: Profile): Profile {
  if (profile.userId !== currentProfile()?.userId) theirTokens.clear();
  theirTokens.add(profile.accessToken);
  replaceProfile(profile);
  arrive(profile);
  clearTimeout(renewalTimer);
  // Renewing tells the server that somebody is there: at a till only what they do may tell that.
  if (profile.till) return profile;
  renewalTimer = setTimeout(
    () => {
      // A tab that nobody looks at renews when it is used again.
      if (document.visibilityState === "visible") fresh().catch(() => undefined);
    },
    renewalTimeOf(profile) - Date.now(),
  );
  return profile;
}

/** Whose session only ran out comes back to what they chose. Where another tab did this before, what is there is a guest's. */
function putCartAside(): void {
  const owner = signedInUserId.read();
  const chosen = cartText.read();
  if (owner === null || chosen === null) return;
  waitingCart(owner).write(chosen);
  cartText.remove();
}

function end(reason: SessionEnd, why: string = m.common_session_ended()): undefined {
  isLeaving = false;
  clearTimeout(renewalTimer);
  depart();
  const hasLeft = reason === "signed-out" || reason === "account-closed";
  const isAtTill = Boolean(currentProfile()?.till);
  if (reason === "refused" && !isAtTill) {
    putCartAside();
    // Before other tabs see that the session is gone.
    rememberReason(why);
  }
  // Only those who leave take everything along: what is kept of a session that ran out is there when they are back.
  if (hasLeft || isAtTill) vault.clear();
  else vault.close();
  // After whoever went, somebody else may sit down.
  if (hasLeft) {
    forgetReason();
    cartText.remove();
    purchaseDraft.remove();
    forgetTexts(WAITING);
  }
  replaceProfile(undefined, reason);
}

/** The session that this tab knows is no longer in the browser: it ended in another tab, which knows why. */
function endAsElsewhere(): undefined {
  const why = signedOutReason();
  return why === undefined ? end("signed-out-elsewhere") : end("refused", why);
}

async function personOf({ accessToken }: Tokens): Promise<Person> {
  const answer = await callAs(accessToken)("get", "/api/v1/OAuth/profile");
  const [roles, workplaces] = [rolesIn(answer.roles), workplacesOf(answer.workplaces)];
  const person = { ...answer, tenantType: answer.tenantType ?? null, roles, workplaces };
  return atWorkplace(person, chosenWorkplace(answer.userId).read());
}

export async function signIn(credentials: Credentials): Promise<Profile> {
  return begin(await callAsNobody("post", "/api/v1/OAuth/login", { body: credentials }));
}

/** The second step after the password: a code of the app, or a recovery code. */
export async function signInByCode(body: { ticket: string; code: string }): Promise<Profile> {
  return begin(await callAsNobody("post", "/api/v1/OAuth/login/second-factor", { body }));
}

interface MailedDigits {
  ticket: string;
  earlierTickets: string[];
  code: string;
}

/** The address that digits were mailed to, or the link of a gift that was sent there. */
type DigitsOf = { email: string } | { gift: string };

/** Digits that were mailed to an address: they make an account where it has none. */
export async function signInByEmailCode(body: MailedDigits & DigitsOf): Promise<Profile> {
  return begin(await callAsNobody("post", "/api/v1/OAuth/login/email-code", { body }));
}

/** A passkey, after the password or alone; nobody when no passkey was used. */
export async function signInByPasskey(ticket?: string): Promise<Profile | undefined> {
  const { signWithPasskey } = await import("@/lib/passkeys");
  const body = ticket === undefined ? {} : { ticket };
  const signed = await signWithPasskey(await callAsNobody("post", "/api/v1/OAuth/passkey", { body }));
  return signed && signInBySignature(signed);
}

/** What a passkey has signed opens a session. */
export async function signInBySignature(body: SignedChallenge): Promise<Profile> {
  return begin(await callAsNobody("post", "/api/v1/OAuth/login/passkey", { body }));
}

export interface PinCredentials {
  /** What the till keeps. */
  secret: string;
  personId: string;
  pin: string;
  idleMinutes: number;
}

/** On a till: for the counter only. */
export async function signInByPin({ secret, idleMinutes, ...body }: PinCredentials): Promise<Profile> {
  const answer = await callAsNobody("post", "/api/v1/Tills/sessions", { till: secret, body });
  return begin(answer, { idleMinutes });
}

async function begin(answer: Omit<Tokens, "receivedAt">, more: Partial<Profile> = {}): Promise<Profile> {
  const tokens = { ...answer, receivedAt: Date.now() };
  const profile = { ...(await personOf(tokens)), ...tokens, cartTotalCount: 0, ...more };
  await vault.write(profile);
  forgetReason();
  return adopt(profile);
}

/** Who was signed in when the page was opened. */
export async function restore(): Promise<Profile | undefined> {
  restoring ??= vault.read().then(
    (stored) => {
      if (currentProfile()) return undefined;
      // A pointer to something that can't be opened is worth nothing.
      return stored ? adopt(stored) : end("refused", m.common_session_forgotten());
    },
    (closed: unknown) => {
      // The browser may hand out its key the next time.
      restoring = undefined;
      throw closed;
    },
  );
  await restoring;
  return currentProfile();
}

/**
 * Asks once more when no answer comes. The token is good until one of its successors is used (`auth/sessions.rs`), however many
 * replies are lost. A token that is shown after its successor was used is a copy, and the session ends.
 */
async function askForTokens(refreshToken: string): Promise<Tokens> {
  const ask = (limit: number) =>
    callAsNobody("post", "/api/v1/OAuth/silent-login/{refreshToken}", {
      path: { refreshToken },
      signal: AbortSignal.timeout(limit),
    });
  const { accessToken, newRefreshToken, expiredAt } = await ask(FIRST_RENEWAL_MS).catch((error: unknown) => {
    // What the server itself says has a number.
    if (error instanceof ApiError && error.traceId !== undefined) throw error;
    return ask(SECOND_RENEWAL_MS);
  });
  return { accessToken, refreshToken: newRefreshToken, expiredAt, receivedAt: Date.now() };
}

async function takeNewTokens(used: Profile): Promise<Profile | undefined> {
  const stored = await vault.read();
  if (!stored) return endAsElsewhere();
  // Another tab was faster.
  if (stored.accessToken !== used.accessToken) return adopt(stored);
  const tokens = await askForTokens(stored.refreshToken).catch((error: unknown) => {
    // A server that can't be reached ends no session.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return error;
  });
  // Whoever leaves or comes meanwhile waits for no turn: then it isn't their session any more that was answered for.
  if (tokens instanceof ApiError) {
    const isThere = (await vault.read())?.accessToken === stored.accessToken;
    return isThere ? end("refused", tokens.errorMessage || undefined) : followOtherTab();
  }
  const renewed = { ...stored, ...tokens };
  if (await vault.replace(stored, renewed)) return adopt(renewed);
  const followed = await followOtherTab();
  // The server may not have heard that it is over: the token that was shown to say so had run out.
  if (followed?.userId !== renewed.userId) void sayGoodbye(renewed);
  return followed;
}

function renew(used: Profile): Promise<Profile | undefined> {
  renewing ??= inTurn(() => takeNewTokens(used)).finally(() => (renewing = undefined));
  return renewing;
}

/** Who is signed in, with tokens that are good right now. */
export async function fresh(): Promise<Profile | undefined> {
  const profile = await restore();
  return profile && !isFresh(profile) ? renew(profile) : profile;
}

/**
 * What a call shows to the server. After a refusal of that token, another one, if there is one to be had: of the same person,
 * because what one began is not done in another's name.
 */
export async function prove(refused?: string): Promise<string | undefined> {
  // Where the browser doesn't hand out its key, what everybody may see is shown all the same.
  const profile = currentProfile() ?? (await restore().catch(() => undefined));
  if (!profile) return undefined;
  const isSomebodyElses = refused !== undefined && !theirTokens.has(refused);
  const now = profile.accessToken === refused ? await renew(profile) : await fresh();
  const hasLeft = isSomebodyElses || (now && profile.userId !== now.userId);
  if (now && hasLeft) throw new DOMException("Who called has left", "AbortError");
  return now?.accessToken;
}

/** The server doesn't know the caller any more, though the tokens are new. */
export function endRefused(): void {
  if (currentProfile()) end("refused", m.common_session_refused());
}

/** Remembers what is new about the person, for all tabs; about somebody who has left meanwhile, nothing. */
function learn(userId: string, news: Partial<Profile>): Promise<void> {
  return inTurn(async () => {
    const stored = await vault.read();
    const isTheirs = stored?.userId === userId && currentProfile()?.userId === userId;
    if (!isTheirs) return;
    const changed = { ...stored, ...news };
    const isNews = JSON.stringify(changed) !== JSON.stringify(stored);
    if (isNews && (await vault.replace(stored, changed))) adopt(changed);
  });
}

/** Reads the person's name and roles again, after they changed. */
export async function reloadProfile(): Promise<void> {
  const profile = await fresh();
  if (profile) await learn(profile.userId, await personOf(profile));
}

/** From now on the person is at another of their workplaces, in all tabs. */
export async function goToWorkplace(tenantId: string): Promise<void> {
  const profile = currentProfile();
  if (!profile) return;
  chosenWorkplace(profile.userId).write(tenantId);
  await reloadProfile();
}

/** Remembers how full the person's cart is. */
export function keepCartCount(count: number, userId: string): Promise<void> {
  return learn(userId, { cartTotalCount: count });
}

async function sayGoodbye({ accessToken }: Tokens): Promise<void> {
  const signal = AbortSignal.timeout(GOODBYE_TAKES_AT_MOST_MS);
  await callAs(accessToken)("post", "/api/v1/OAuth/logout", { signal }).catch(() => undefined);
}

/** Asks the server for something that ends this session, too. The live channel closes before it answers: that is no news then. */
export async function whileLeaving<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  isLeaving = true;
  try {
    return await ask();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
}

/** Ends the session here, in all tabs and on the server. Without the server it ends here all the same. */
export async function signOut(): Promise<void> {
  const profile = currentProfile();
  isLeaving = true;
  if (profile) await sayGoodbye(profile);
  end("signed-out");
}

/** The server has ended the session already, as the person wished: all tabs follow. */
export function leave(reason: "signed-out" | "account-closed" = "signed-out"): void {
  end(reason);
}

/** Another tab signed in, signed out or renewed: this one does the same. Gives who is signed in then. */
export async function followOtherTab(): Promise<Profile | undefined> {
  const stored = await vault.read();
  if (stored) return adopt(stored);
  if (currentProfile()) endAsElsewhere();
  return undefined;
}

/**
 * Asks whether the session is still open, here and on the server: it ends in this tab when it has ended there. A till's is not
 * asked about, because a call would tell the server that somebody stands at it.
 */
export async function checkSession(): Promise<void> {
  if (isLeaving) return;
  const profile = await followOtherTab();
  if (!profile || profile.till) return;
  // A refusal ends the session; of a server that can't be reached nothing is known.
  await call("get", "/api/v1/OAuth/profile").catch(() => undefined);
}

// What ended while nobody looked is off the screen as soon as somebody does.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && currentProfile()) checkSession().catch(() => undefined);
});
