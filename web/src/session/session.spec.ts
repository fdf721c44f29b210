// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { takeRedirect } from "./postSignInRoute";
import { rememberRedirect } from "./redirect";
import { signedOutReason } from "./signedOutReason";
import {
  askCartCount,
  atTill,
  browser,
  changePlaces,
  createGate,
  credentials,
  holdAnswer,
  listen,
  MINUTE,
  openTab,
  renewals,
  server,
  START,
} from "./testing/tabs";

describe("signIn", () => {
  it("stores the profile, with the roles as a list", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    expect(tab.currentProfile()).toMatchObject({ userId: "per_1", roles: ["MANAGER", "CONSUMER"] });
  });

  it("stores it encrypted: storage contains no token or name", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    const stored = JSON.stringify(Object.entries(localStorage));
    expect(stored).toContain("profile.per_1");
    for (const secret of ["access-1", "refresh-1", "Ann Bee", "ann@demo.test"])
      expect(stored).not.toContain(secret);
    expect((await (await openTab()).restore())?.displayName).toBe("Ann Bee");
  });

  it("forgets it when the stored text was changed or belongs to another user", async () => {
    await (await openTab()).signIn(credentials);
    localStorage.setItem("profile.per_2", localStorage.getItem("profile.per_1") ?? "");
    localStorage.setItem("signedInUserId", "per_2");
    const tab = await openTab();
    expect(await tab.restore()).toBeUndefined();
    expect(localStorage.getItem("signedInUserId")).toBeNull();
  });
});

describe("session at a till", () => {
  it("is renewed only by the clerk's actions", async () => {
    const tab = await openTab();
    const profile = await tab.signInByPin(atTill());
    expect(profile).toMatchObject({ till: "Front", idleMinutes: 10 });
    expect(listen).not.toHaveBeenCalled();
    expect(askCartCount).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    expect(renewals()).toBe(0);
    await tab.whoAmI();
    expect(renewals()).toBe(1);
    vi.setSystemTime(Date.now() + 20_000);
    await tab.whoAmI();
    expect(renewals()).toBe(1);
  });

  it("ends with the note that it was a till's", async () => {
    const tab = await openTab();
    await tab.signInByPin(atTill());
    await tab.signOut();
    expect([tab.ends, tab.endsAtTill]).toEqual([["signed-out"], [true]]);
    server.profile = { ...server.profile, till: null };
    await tab.signIn(credentials);
    await tab.signOut();
    expect(tab.endsAtTill).toEqual([true, false]);
  });
});

describe("session", () => {
  it("is renewed before its token expires, once for many calls in many tabs", async () => {
    const one = await openTab();
    await one.signIn(credentials);
    const other = await openTab();
    await other.restore();
    vi.setSystemTime(START + 9 * MINUTE + 1_000);
    await Promise.all(Array.from({ length: 20 }, (_, number) => (number % 2 ? one : other).whoAmI()));
    expect(renewals()).toBe(1);
    expect([one.ends, other.ends]).toEqual([[], []]);
  });

  it("is not renewed while its token is valid", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    vi.setSystemTime(START + 8 * MINUTE);
    await tab.whoAmI();
    expect(renewals()).toBe(0);
  });

  it("is renewed automatically in a visible tab", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    await vi.waitFor(() => expect(tab.currentProfile()?.accessToken).toBe("access-2"));
  });

  it("survives a token that is rejected early: the call is repeated with a new one", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    server.spoilAccess();
    await expect(tab.whoAmI()).resolves.toMatchObject({ userId: "per_1" });
    expect(tab.ends).toEqual([]);
  });

  it("ends when the server has ended it, and keeps the offline wallet for the same user", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    localStorage.setItem("kept.per_1.wallet", "sealed");
    server.isSessionOpen = false;
    await expect(tab.whoAmI()).rejects.toMatchObject({ errorCode: "UNAUTHORIZED" });
    expect(tab.currentProfile()).toBeUndefined();
    expect(tab.ends).toEqual(["refused"]);
    expect(Object.keys(localStorage).toSorted()).toEqual(["kept.per_1.wallet", "signedOutReason"]);
    Object.assign(server, { isSessionOpen: true });
    await tab.signIn(credentials);
    expect(localStorage.getItem("kept.per_1.wallet")).toBe("sealed");
    tab.endRefused();
    changePlaces();
    await tab.signIn(credentials);
    expect(localStorage.getItem("kept.per_1.wallet")).toBeNull();
  });

  it("ends with its own reason when the server rejects new tokens", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    tab.endRefused();
    expect(signedOutReason()).toMatch(/your account or your role was changed/);
  });

  it("ends with the server's reason, in every tab, until the next sign-in", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await tab.signIn(credentials);
    await other.restore();
    server.isSessionOpen = false;
    await tab.whoAmI().catch(() => undefined);
    expect(signedOutReason()).toBe("This sign-in has ended.");
    await other.followOtherTab();
    expect(other.ends).toEqual(["refused"]);
    Object.assign(server, { isSessionOpen: true });
    await tab.signIn(credentials);
    expect(signedOutReason()).toBeUndefined();
  });

  it("is kept when the browser doesn't release its key, and opens the next time", async () => {
    await (await openTab()).signIn(credentials);
    const tab = await openTab();
    browser.canSeal = false;
    await expect(tab.restore()).rejects.toMatchObject({ errorCode: "STORAGE_CLOSED" });
    expect(await tab.prove()).toBeUndefined();
    browser.canSeal = true;
    expect((await tab.restore())?.userId).toBe("per_1");
    expect(tab.ends).toEqual([]);
  });

  it("shows the updated profile in every tab and after a reload", async () => {
    const one = await openTab();
    await one.signIn(credentials);
    const other = await openTab();
    await other.restore();
    server.profile = { ...server.profile, firstName: "Anna", displayName: "Anna Bee" };
    await one.reloadProfile();
    await other.followOtherTab();
    for (const tab of [one, other]) {
      expect(tab.currentProfile()).toMatchObject({ displayName: "Anna Bee", accessToken: "access-1" });
    }
    expect((await (await openTab()).restore())?.displayName).toBe("Anna Bee");
  });

  it("doesn't end when the server can't be reached", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    vi.setSystemTime(START + 20 * MINUTE);
    server.isReachable = false;
    await expect(tab.whoAmI()).rejects.toMatchObject({ errorCode: "UNREACHABLE" });
    expect(tab.currentProfile()?.userId).toBe("per_1");
    server.isReachable = true;
    await expect(tab.whoAmI()).resolves.toBeDefined();
  });
});

describe("call that outlives its user's session", () => {
  it("is not repeated as the next user, and doesn't end their session", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    server.spoilAccess();
    const refusal = holdAnswer("/OAuth/profile");
    const asking = tab.whoAmI();
    await refusal.made;
    tab.leave();
    changePlaces();
    await tab.signIn(credentials);
    server.asked = [];
    refusal.arrive();
    await expect(asking).rejects.toMatchObject({ name: "AbortError" });
    expect(server.asked).toEqual([]);
    expect(tab.currentProfile()?.userId).toBe("per_2");
  });

  it("is not sent as the next user while its own session was being renewed", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await tab.signIn(credentials);
    vi.setSystemTime(START + 20 * MINUTE);
    const turn = createGate();
    void navigator.locks.request("session", () => turn.opened);
    const asking = tab.whoAmI();
    changePlaces();
    await other.signIn(credentials);
    await tab.followOtherTab();
    turn.open();
    await expect(asking).rejects.toMatchObject({ name: "AbortError" });
    expect(tab.currentProfile()?.userId).toBe("per_2");
  });
});

/** Users the live channel was opened for, in order, and whether it is still open. */
const listened = () => listen.mock.calls.map(([{ userId, presence }]) => [userId, !presence.aborted]);

describe("live channel of the session", () => {
  it("opens once per user, and ends the session of a deactivated one", async () => {
    listen.mockClear();
    const tab = await openTab();
    await tab.signIn(credentials);
    vi.setSystemTime(START + 20 * MINUTE);
    await tab.whoAmI();
    await vi.waitFor(() => expect(listen).toHaveBeenCalledTimes(1));
    listen.mock.calls[0]?.[0].onSwitchedOff();
    expect(tab.currentProfile()).toBeUndefined();
    expect(tab.ends).toEqual(["refused"]);
    await tab.signIn(credentials);
    await vi.waitFor(() => expect(listen).toHaveBeenCalledTimes(2));
  });

  it("closes when the user signs out, even if they sign in again at once", async () => {
    listen.mockClear();
    const tab = await openTab();
    await tab.signIn(credentials);
    tab.leave();
    await tab.signIn(credentials);
    await vi.waitFor(() =>
      expect(listened()).toEqual([
        ["per_1", false],
        ["per_1", true],
      ]),
    );
  });

  it("closes when another user replaces them", async () => {
    listen.mockClear();
    const tab = await openTab();
    await tab.signIn(credentials);
    changePlaces();
    await tab.signIn(credentials);
    await vi.waitFor(() =>
      expect(listened()).toEqual([
        ["per_1", false],
        ["per_2", true],
      ]),
    );
  });
});

describe("signOut", () => {
  it("ends the session on the server and in every tab", async () => {
    const one = await openTab();
    await one.signIn(credentials);
    const other = await openTab();
    await other.restore();
    const forget = vi.fn<() => void>();
    other.onPersonChange(forget);
    await one.signOut();
    expect(server.asked).toContain("POST /OAuth/logout");
    await other.followOtherTab();
    expect([one.ends, other.ends]).toEqual([["signed-out"], ["signed-out-elsewhere"]]);
    expect(forget).toHaveBeenCalledTimes(1);
    expect(localStorage).toHaveLength(0);
  });

  it("makes no call to a server that has ended the session already", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    server.asked = [];
    tab.leave();
    expect(server.asked).toEqual([]);
    expect(tab.ends).toEqual(["signed-out"]);
    expect(localStorage).toHaveLength(0);
  });

  it("leaves nothing behind after closing the account", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    tab.leave("account-closed");
    expect(tab.ends).toEqual(["account-closed"]);
    expect(localStorage).toHaveLength(0);
  });

  it("deletes the remembered page, because the next user may be another", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    rememberRedirect("/gift/tok");
    await tab.signOut();
    expect(takeRedirect()).toBeUndefined();
  });

  it.each(["signOut", "leave"] as const)("deletes the local cart (%s)", async (way) => {
    const tab = await openTab();
    await tab.signIn(credentials);
    localStorage.setItem("products", "Rose's card");
    localStorage.setItem("products.per_1", "What waited for them");
    await tab[way]();
    expect(localStorage).toHaveLength(0);
  });

  it("is not an expired session, which parks the cart for its owner, unseen by others", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await tab.signIn(credentials);
    await other.restore();
    localStorage.setItem("products", "Rose's card");
    tab.endRefused();
    expect(Object.keys(localStorage).toSorted()).toEqual(["products.per_1", "signedOutReason"]);
    expect(localStorage.getItem("products.per_1")).toBe("Rose's card");
    localStorage.setItem("products", "a guest's card");
    other.endRefused();
    expect(localStorage.getItem("products")).toBe("a guest's card");
    await tab.signIn(credentials);
    expect(localStorage.getItem("products.per_1")).toBe("Rose's card");
    expect(localStorage.getItem("products")).toBe("a guest's card");
  });

  it("deletes a parked cart when another user signs in", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    localStorage.setItem("products", "Rose's card");
    tab.endRefused();
    changePlaces();
    await tab.signIn(credentials);
    expect(Object.keys(localStorage).toSorted()).toEqual(["profile.per_2", "signedInUserId"]);
  });

  it("ends the session here even if the server can't be reached", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    server.isReachable = false;
    await tab.signOut();
    expect(tab.currentProfile()).toBeUndefined();
  });
});

describe("cart count", () => {
  it("is read when a user signs in, who may have filled it elsewhere", async () => {
    askCartCount.mockResolvedValue(5);
    const tab = await openTab();
    await tab.signIn(credentials);
    await vi.waitFor(() => expect(tab.currentProfile()?.cartTotalCount).toBe(5));
  });

  it("is shared by all tabs, and survives a renewal", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await tab.signIn(credentials);
    await other.followOtherTab();
    await tab.storeCartCount(3, "per_1");
    await other.followOtherTab();
    expect(other.currentProfile()?.cartTotalCount).toBe(3);
    vi.setSystemTime(START + 11 * MINUTE);
    await tab.fresh();
    expect(tab.currentProfile()).toMatchObject({ accessToken: "access-2", cartTotalCount: 3 });
  });

  it("is dropped when another user signed in meanwhile", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    tab.leave();
    changePlaces();
    await tab.signIn(credentials);
    await tab.storeCartCount(3, "per_1");
    expect(tab.currentProfile()).toMatchObject({ userId: "per_2", cartTotalCount: 0 });
  });

  it("is dropped when it arrives after the session has ended", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    await tab.signOut();
    await tab.storeCartCount(3, "per_1");
    expect(tab.currentProfile()).toBeUndefined();
    expect(localStorage.getItem("profile.per_1")).toBeNull();
  });
});
