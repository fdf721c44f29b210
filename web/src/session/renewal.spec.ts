// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import {
  browser,
  changePlaces,
  credentials,
  holdAnswer,
  loseAnswers,
  MINUTE,
  openTab,
  renewals,
  server,
  START,
} from "./testing/tabs";

const RENEWAL = "/OAuth/silent-login/";

async function openOutdatedTab() {
  const tab = await openTab();
  await tab.signIn(credentials);
  vi.setSystemTime(START + 20 * MINUTE);
  return tab;
}

/** Opens a tab with an expired token whose renewal is in progress. */
async function openRenewingTab({ isRefused = false } = {}) {
  const tab = await openOutdatedTab();
  server.isSessionOpen = !isRefused;
  const answer = holdAnswer(RENEWAL);
  const renewing = tab.fresh();
  await answer.made;
  const finish = async () => {
    answer.arrive();
    return renewing;
  };
  return { tab, finish };
}

describe.each([
  ["stored for all tabs", true],
  ["kept in one tab, because the browser can't encrypt", false],
])("renewing a session %s", (_, canSeal) => {
  it("leaves it ended when the answer comes after signing out, and tells the server", async () => {
    browser.canSeal = canSeal;
    const { tab, finish } = await openRenewingTab();
    await tab.signOut();
    server.goodbyes = [];
    expect(await finish()).toBeUndefined();
    expect(tab.currentProfile()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
    expect(server.goodbyes).toEqual(["Bearer access-2"]);
  });

  it("continues it", async () => {
    browser.canSeal = canSeal;
    const { tab, finish } = await openRenewingTab();
    expect((await finish())?.accessToken).toBe("access-2");
    await expect(tab.whoAmI()).resolves.toBeDefined();
    expect([tab.ends, server.goodbyes]).toEqual([[], []]);
  });
});

describe("answer to a late renewal", () => {
  it("is dropped when another tab signed out, though this one has not noticed yet", async () => {
    const { tab, finish } = await openRenewingTab();
    const other = await openTab();
    await other.restore();
    await other.signOut();
    expect(await finish()).toBeUndefined();
    expect(tab.ends).toEqual(["signed-out-elsewhere"]);
    expect(localStorage).toHaveLength(0);
  });

  it("is not requested when another tab signed out before", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await tab.signIn(credentials);
    await other.restore();
    await other.signOut();
    vi.setSystemTime(START + 20 * MINUTE);
    server.asked = [];
    expect(await tab.fresh()).toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  it("doesn't replace a user who signed in meanwhile", async () => {
    const { tab, finish } = await openRenewingTab();
    tab.leave();
    changePlaces();
    await tab.signIn(credentials);
    expect((await finish())?.userId).toBe("per_2");
    expect((await (await openTab()).restore())?.userId).toBe("per_2");
    expect(server.goodbyes).toEqual(["Bearer access-2"]);
  });

  it("doesn't end the session of a user who signed in meanwhile, when it is a refusal", async () => {
    const { tab, finish } = await openRenewingTab({ isRefused: true });
    tab.leave();
    server.isSessionOpen = true;
    changePlaces();
    await tab.signIn(credentials);
    expect((await finish())?.userId).toBe("per_2");
    expect(tab.ends).toEqual(["signed-out"]);
  });

  it("doesn't replace a newer session of the same user, which isn't revoked either", async () => {
    const { tab, finish } = await openRenewingTab();
    tab.leave();
    server.spoilAccess();
    await tab.signIn(credentials);
    expect((await finish())?.accessToken).toBe("access-3");
    expect(server.goodbyes).toEqual([]);
  });
});

describe("renewal without an answer", () => {
  it.each([
    ["after a network error", true],
    ["after a timeout", false],
  ])("is repeated with the same token, %s", async (_, isNoticed) => {
    const tab = await openOutdatedTab();
    const { lost } = loseAnswers(RENEWAL, { isNoticed });
    const renewing = tab.fresh();
    await lost;
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(await renewing).toMatchObject({ accessToken: "access-2", refreshToken: "refresh-2" });
    expect(renewals()).toBe(2);
    await expect(tab.whoAmI()).resolves.toBeDefined();
  });

  it("is given up after twelve seconds on a dead connection, with the token still valid", async () => {
    const tab = await openOutdatedTab();
    const { lost } = loseAnswers(RENEWAL, { times: 2 });
    const began = Date.now();
    const renewing = tab.fresh().catch((error: unknown) => [error, Date.now() - began]);
    await lost;
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(await renewing).toEqual([expect.objectContaining({ errorCode: "UNREACHABLE" }), 12_000]);
    vi.setSystemTime(START + 600 * MINUTE);
    expect((await tab.fresh())?.refreshToken).toBe("refresh-2");
    expect(tab.ends).toEqual([]);
  });

  it("is tried only twice, and the session is kept until the server is back", async () => {
    const tab = await openOutdatedTab();
    loseAnswers(RENEWAL, { times: 2, isNoticed: true });
    await expect(tab.fresh()).rejects.toMatchObject({ errorCode: "UNREACHABLE" });
    expect(renewals()).toBe(2);
    expect(tab.ends).toEqual([]);
    expect((await tab.fresh())?.accessToken).toBe("access-2");
  });

  it.each([
    [401, "UNAUTHORIZED"],
    [503, "BUSY"],
  ])("is not repeated when it was refused (%s)", async (status, errorCode) => {
    const tab = await openOutdatedTab();
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      await server.fetch(address, init);
      return Response.json({ traceId: "t1", errorCode, errorMessage: "" }, { status });
    });
    await tab.fresh().catch(() => undefined);
    expect(renewals()).toBe(1);
  });
});

describe("reloadProfile", () => {
  it("stores nothing after the user has signed out", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    const answer = holdAnswer("/OAuth/profile");
    const reloading = tab.reloadProfile();
    await answer.made;
    tab.leave();
    answer.arrive();
    await reloading;
    expect(tab.currentProfile()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it("keeps tokens that arrived meanwhile, because the earlier ones are used up", async () => {
    const tab = await openTab();
    await tab.signIn(credentials);
    server.profile = { ...server.profile, displayName: "Anna Bee" };
    const answer = holdAnswer("/OAuth/profile");
    const reloading = tab.reloadProfile();
    await answer.made;
    vi.setSystemTime(START + 20 * MINUTE);
    await tab.fresh();
    answer.arrive();
    await reloading;
    expect(tab.currentProfile()).toMatchObject({ displayName: "Anna Bee", accessToken: "access-2" });
  });
});

describe("session being opened", () => {
  it("is dropped when the user signs out meanwhile", async () => {
    await (await openTab()).signIn(credentials);
    const tab = await openTab();
    const restoring = tab.restore();
    tab.leave();
    expect(await restoring).toBeUndefined();
  });

  it("belongs to the user who signed in meanwhile", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await other.signIn(credentials);
    const ofAnn = localStorage.getItem("profile.per_1") ?? "";
    changePlaces();
    await other.signIn(credentials);
    localStorage.setItem("profile.per_1", ofAnn);
    localStorage.setItem("signedInUserId", "per_1");
    const restoring = tab.restore();
    localStorage.setItem("signedInUserId", "per_2");
    expect((await restoring)?.userId).toBe("per_2");
  });

  it("replaces another one without a moment in which other tabs see no user", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await tab.signIn(credentials);
    await other.restore();
    const remove = vi.spyOn(Storage.prototype, "removeItem");
    const seen: unknown[] = [];
    remove.mockImplementation(() => void seen.push(localStorage.getItem("signedInUserId")));
    changePlaces();
    await tab.signIn(credentials);
    remove.mockRestore();
    expect(new Set(seen)).toEqual(new Set(["per_2"]));
    await other.followOtherTab();
    expect(other.currentProfile()?.userId).toBe("per_2");
  });
});
