// Opens, stores and ends the session. All tabs share one: they renew it one at a time, and all
// follow a change in any of them.
import { call, callAs, callAsNobody } from "@/api/client";
import { ApiError, CancelledCall } from "@/api/error";
import { m } from "@/i18n";
import { cartText } from "@/lib/cartText";
import { removeStoredKeys } from "@/lib/removeStoredKeys";
import type { SignedChallenge } from "@/lib/passkeys";
import { PARKED_PREFIX, parkedCart } from "./parkedCart";
import { RENEWAL_TIMEOUTS_MS, SIGN_OUT_TIMEOUT_MS } from "@/lib/timeouts";
import { browserKeys } from "./browserKeys";
import { currentProfile, replaceProfile, signedInUserId, type SessionEnd } from "./current";
import { isFresh, renewalTimeOf, type Person, type Profile, type Tokens } from "./profile";
import { purchaseDraft } from "./purchaseDraft";
import { clearSignedOutReason, rememberReason, signedOutReason } from "./signedOutReason";
import { createVault } from "./vault";
import { atWorkplace, chosenWorkplace, rolesIn, workplacesOf } from "./workplaces";

export interface Credentials {
  email: string;
  password: string;
  /** Captcha token, which the server requires while it gets very many sign-ins. */
  reCaptchaToken?: string;
}

const vault = createVault(browserKeys);

let restoring: Promise<Profile | undefined> | undefined;
let renewing: Promise<Profile | undefined> | undefined;
let renewalTimer: ReturnType<typeof setTimeout> | undefined;
/** Whether the user is signing out and the page waits for the server. */
let isSigningOut = false;

/** Runs an action in one tab at a time. Browsers without the Locks API don't coordinate tabs. */
function inTurn<T>(action: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request("session", action) : action();
}

/** User for whom the live channel is open, until they sign out. */
let present: { userId: string; leaving: AbortController } | undefined;

/** Opens the live channel. Loaded after the page and not awaited. */
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

async function loadCartCount(userId: string): Promise<void> {
  const { askCartCount } = await import("./cartCount");
  await storeCartCount(await askCartCount(), userId);
}

function stopPresence(): void {
  present?.leaving.abort();
  present = undefined;
}

function startPresence({ userId, till }: Profile): void {
  if (present?.userId === userId) return;
  stopPresence();
  // A till session has no cart and no live channel.
  if (till) return;
  present = { userId, leaving: new AbortController() };
  listenLive(userId, present.leaving.signal).catch(() => undefined);
  loadCartCount(userId).catch(() => undefined);
}

/** Access tokens of this user: a rejected token shows whose call it was. */
const theirTokens = new Set<string>();

function adopt(profile: Profile): Profile {
  if (profile.userId !== currentProfile()?.userId) theirTokens.clear();
  theirTokens.add(profile.accessToken);
  replaceProfile(profile);
  startPresence(profile);
  clearTimeout(renewalTimer);
  // Renewing shows the server that the clerk is active, so at a till only their actions may renew.
  if (profile.till) return profile;
  renewalTimer = setTimeout(
    () => {
      // A hidden tab renews when it is used again.
      if (document.visibilityState === "visible") fresh().catch(() => undefined);
    },
    renewalTimeOf(profile) - Date.now(),
  );
  return profile;
}

/**
 * Parks the cart of a user whose session expired, for when they return. If another tab did so
 * already, the current cart is a guest's.
 */
function parkCart(): void {
  const owner = signedInUserId.read();
  const chosen = cartText.read();
  if (owner === null || chosen === null) return;
  parkedCart(owner).write(chosen);
  cartText.remove();
}

function end(reason: SessionEnd, why: string = m.common_session_ended()): undefined {
  isSigningOut = false;
  clearTimeout(renewalTimer);
  stopPresence();
  const hasLeft = reason === "signed-out" || reason === "account-closed";
  const isAtTill = Boolean(currentProfile()?.till);
  if (reason === "refused" && !isAtTill) {
    parkCart();
    // Store the reason before other tabs notice that the session is gone.
    rememberReason(why);
  }
  // Signing out deletes the stored data. After an expired session it is kept for the user's return.
  if (hasLeft || isAtTill) vault.clear();
  else vault.close();
  // After a user signed out, someone else may use the device.
  if (hasLeft) {
    clearSignedOutReason();
    cartText.remove();
    purchaseDraft.remove();
    removeStoredKeys(PARKED_PREFIX);
  }
  replaceProfile(undefined, reason);
}

/** Ends this tab's session after another tab did, with the reason stored there. */
function endLikeOtherTab(): undefined {
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

/** Completes signing in with a code of the authenticator app, or a recovery code. */
export async function signInByCode(body: { ticket: string; code: string }): Promise<Profile> {
  return begin(await callAsNobody("post", "/api/v1/OAuth/login/second-factor", { body }));
}

interface MailedDigits {
  ticket: string;
  earlierTickets: string[];
  code: string;
}

/** Where the code was mailed to: an address, or the address of a gift. */
type DigitsOf = { email: string } | { gift: string };

/** Signs in with a mailed code. It creates an account if the address has none. */
export async function signInByEmailCode(body: MailedDigits & DigitsOf): Promise<Profile> {
  return begin(await callAsNobody("post", "/api/v1/OAuth/login/email-code", { body }));
}

/**
 * Signs in with a passkey, alone or after the password. Resolves to `undefined` if the user chose
 * none.
 */
export async function signInByPasskey(ticket?: string): Promise<Profile | undefined> {
  const { signWithPasskey } = await import("@/lib/passkeys");
  const body = ticket === undefined ? {} : { ticket };
  const signed = await signWithPasskey(await callAsNobody("post", "/api/v1/OAuth/passkey", { body }));
  return signed && signInBySignature(signed);
}

/** Opens a session with a signed passkey challenge. */
export async function signInBySignature(body: SignedChallenge): Promise<Profile> {
  return begin(await callAsNobody("post", "/api/v1/OAuth/login/passkey", { body }));
}

interface PinCredentials {
  /** Secret stored on the till. */
  secret: string;
  personId: string;
  pin: string;
  idleMinutes: number;
}

/** Signs a clerk in at a till, for the counter only. */
export async function signInByPin({ secret, idleMinutes, ...body }: PinCredentials): Promise<Profile> {
  const answer = await callAsNobody("post", "/api/v1/Tills/sessions", { till: secret, body });
  return begin(answer, { idleMinutes });
}

async function begin(answer: Omit<Tokens, "receivedAt">, more: Partial<Profile> = {}): Promise<Profile> {
  const tokens = { ...answer, receivedAt: Date.now() };
  const profile = { ...(await personOf(tokens)), ...tokens, cartTotalCount: 0, ...more };
  await vault.write(profile);
  clearSignedOutReason();
  return adopt(profile);
}

/** Returns the user who was signed in when the page was opened. */
export async function restore(): Promise<Profile | undefined> {
  restoring ??= vault.read().then(
    (stored) => {
      if (currentProfile()) return undefined;
      // The stored profile can't be decrypted: treat the user as signed out.
      return stored ? adopt(stored) : end("refused", m.common_session_forgotten());
    },
    (closed: unknown) => {
      // The browser may release its key at the next attempt.
      restoring = undefined;
      throw closed;
    },
  );
  await restoring;
  return currentProfile();
}

/**
 * Renews the tokens, with a second attempt if no answer comes. A refresh token stays valid until
 * one of its successors is used (`auth/sessions.rs`), however many replies are lost. Using it after
 * that reveals a copy, and the server ends the session.
 */
async function askForTokens(refreshToken: string): Promise<Tokens> {
  const ask = (limit: number) =>
    callAsNobody("post", "/api/v1/OAuth/silent-login/{refreshToken}", {
      path: { refreshToken },
      signal: AbortSignal.timeout(limit),
    });
  const [first, second] = RENEWAL_TIMEOUTS_MS;
  const { accessToken, newRefreshToken, expiredAt } = await ask(first).catch((error: unknown) => {
    // Answers of the server itself carry a trace id.
    if (error instanceof ApiError && error.traceId !== undefined) throw error;
    return ask(second);
  });
  return { accessToken, refreshToken: newRefreshToken, expiredAt, receivedAt: Date.now() };
}

async function adoptNewTokens(used: Profile): Promise<Profile | undefined> {
  const stored = await vault.read();
  if (!stored) return endLikeOtherTab();
  // Another tab was faster.
  if (stored.accessToken !== used.accessToken) return adopt(stored);
  const tokens = await askForTokens(stored.refreshToken).catch((error: unknown) => {
    // An unreachable server doesn't end the session.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    return error;
  });
  // Signing in and out take no lock, so the session may have changed while the call ran.
  if (tokens instanceof ApiError) {
    const isThere = (await vault.read())?.accessToken === stored.accessToken;
    return isThere ? end("refused", tokens.errorMessage || undefined) : followOtherTab();
  }
  const renewed = { ...stored, ...tokens };
  if (await vault.replace(stored, renewed)) return adopt(renewed);
  const followed = await followOtherTab();
  // The server may not know that the session is over, because the token sent when signing out had
  // expired.
  if (followed?.userId !== renewed.userId) void revokeSession(renewed);
  return followed;
}

function renew(used: Profile): Promise<Profile | undefined> {
  renewing ??= inTurn(() => adoptNewTokens(used)).finally(() => (renewing = undefined));
  return renewing;
}

/** Returns the signed-in user, with valid tokens. */
export async function fresh(): Promise<Profile | undefined> {
  const profile = await restore();
  return profile && !isFresh(profile) ? renew(profile) : profile;
}

/**
 * Returns the access token for a call. After the server rejected one, returns a newer token of the
 * same user, if any: a call begun by one user is never sent as another.
 */
export async function prove(refused?: string): Promise<string | undefined> {
  // If the browser doesn't release its key, public data is read without a token.
  const profile = currentProfile() ?? (await restore().catch(() => undefined));
  if (!profile) return undefined;
  const isSomebodyElses = refused !== undefined && !theirTokens.has(refused);
  const now = profile.accessToken === refused ? await renew(profile) : await fresh();
  const hasLeft = isSomebodyElses || (now && profile.userId !== now.userId);
  if (now && hasLeft) throw new CancelledCall();
  return now?.accessToken;
}

/** Ends the session after the server rejected new tokens. */
export function endRefused(): void {
  if (currentProfile()) end("refused", m.common_session_refused());
}

/** Stores changes of the profile for all tabs, unless the user has signed out meanwhile. */
function updateStoredProfile(userId: string, news: Partial<Profile>): Promise<void> {
  return inTurn(async () => {
    const stored = await vault.read();
    const isTheirs = stored?.userId === userId && currentProfile()?.userId === userId;
    if (!isTheirs) return;
    const changed = { ...stored, ...news };
    const isNews = JSON.stringify(changed) !== JSON.stringify(stored);
    if (isNews && (await vault.replace(stored, changed))) adopt(changed);
  });
}

/** Reads the user's name and roles again after a change. */
export async function reloadProfile(): Promise<void> {
  const profile = await fresh();
  if (profile) await updateStoredProfile(profile.userId, await personOf(profile));
}

/** Switches all tabs to another workplace of the user. */
export async function goToWorkplace(tenantId: string): Promise<void> {
  const profile = currentProfile();
  if (!profile) return;
  chosenWorkplace(profile.userId).write(tenantId);
  await reloadProfile();
}

/** Stores the number of cards in the user's cart. */
export function storeCartCount(count: number, userId: string): Promise<void> {
  return updateStoredProfile(userId, { cartTotalCount: count });
}

async function revokeSession({ accessToken }: Tokens): Promise<void> {
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS);
  await callAs(accessToken)("post", "/api/v1/OAuth/logout", { signal }).catch(() => undefined);
}

/**
 * Runs a call that also ends this session. The live channel closes before the answer comes, which
 * must not count as a lost session.
 */
export async function duringSignOut<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  isSigningOut = true;
  try {
    return await ask();
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
}

/**
 * Ends the session here, in all tabs and on the server. An unreachable server doesn't prevent it.
 */
export async function signOut(): Promise<void> {
  const profile = currentProfile();
  isSigningOut = true;
  if (profile) await revokeSession(profile);
  end("signed-out");
}

/** Ends the session in all tabs after the server has ended it at the user's request. */
export function leave(reason: "signed-out" | "account-closed" = "signed-out"): void {
  end(reason);
}

/**
 * Follows another tab that signed in, signed out or renewed. Returns the user who is signed in now.
 */
export async function followOtherTab(): Promise<Profile | undefined> {
  const stored = await vault.read();
  if (stored) return adopt(stored);
  if (currentProfile()) endLikeOtherTab();
  return undefined;
}

/**
 * Checks whether the session is still open, in this browser and on the server, and ends it here if
 * not. Does not call the server at a till: that would count as activity of the clerk.
 */
export async function checkSession(): Promise<void> {
  if (isSigningOut) return;
  const profile = await followOtherTab();
  if (!profile || profile.till) return;
  // A refusal ends the session. If the server can't be reached, nothing changes.
  await call("get", "/api/v1/OAuth/profile").catch(() => undefined);
}

// Check the session when the tab becomes visible, so a user who returns sees no page of an ended
// session.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && currentProfile()) checkSession().catch(() => undefined);
});
