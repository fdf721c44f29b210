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
  ["that is kept for all tabs", true],
  ["that lasts as long as the tab, because the browser can't seal it", false],
])("a session %s", (_, canSeal) => {
  it("stays over when its renewal is answered after signing out; the server hears that it is over", async () => {
    browser.canSeal = canSeal;
    const { tab, finish } = await openRenewingTab();
    await tab.signOut();
    server.goodbyes = [];
    expect(await finish()).toBeUndefined();
    expect(tab.currentProfile()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
    expect(server.goodbyes).toEqual(["Bearer access-2"]);
  });

  it("goes on when it was renewed", async () => {
    browser.canSeal = canSeal;
    const { tab, finish } = await openRenewingTab();
    expect((await finish())?.accessToken).toBe("access-2");
    await expect(tab.whoAmI()).resolves.toBeDefined();
    expect([tab.ends, server.goodbyes]).toEqual([[], []]);
  });
});

describe("what a renewal brings too late", () => {
  it("is nobody's when another tab signed out, though this one has heard nothing of it yet", async () => {
    const { tab, finish } = await openRenewingTab();
    const other = await openTab();
    await other.restore();
    await other.signOut();
    expect(await finish()).toBeUndefined();
    expect(tab.ends).toEqual(["signed-out-elsewhere"]);
    expect(localStorage).toHaveLength(0);
  });

  it("isn't even asked for when another tab signed out before it began", async () => {
    const [tab, other] = [await openTab(), await openTab()];
    await tab.signIn(credentials);
    await other.restore();
    await other.signOut();
    vi.setSystemTime(START + 20 * MINUTE);
    server.asked = [];
    expect(await tab.fresh()).toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  it("takes nobody's place who signed in meanwhile", async () => {
    const { tab, finish } = await openRenewingTab();
    tab.leave();
    changePlaces();
    await tab.signIn(credentials);
    expect((await finish())?.userId).toBe("per_2");
    expect((await (await openTab()).restore())?.userId).toBe("per_2");
    expect(server.goodbyes).toEqual(["Bearer access-2"]);
  });

  it("ends nobody's session who signed in meanwhile when it is a refusal", async () => {
    const { tab, finish } = await openRenewingTab({ isRefused: true });
    tab.leave();
    server.isSessionOpen = true;
    changePlaces();
    await tab.signIn(credentials);
    expect((await finish())?.userId).toBe("per_2");
    expect(tab.ends).toEqual(["signed-out"]);
  });

  it("doesn't replace the new session of the same person, which isn't told to be over either", async () => {
    const { tab, finish } = await openRenewingTab();
    tab.leave();
    server.spoilAccess();
    await tab.signIn(credentials);
    expect((await finish())?.accessToken).toBe("access-3");
    expect(server.goodbyes).toEqual([]);
  });
});

describe("a renewal that nobody answers", () => {
  it.each([
    ["and the loss is noticed at once", true],
    ["and nothing is heard at all", false],
  ])("is asked for again with the same token, %s", async (_, isNoticed) => {
    const tab = await openOutdatedTab();
    const { lost } = loseAnswers(RENEWAL, { isNoticed });
    const renewing = tab.fresh();
    await lost;
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(await renewing).toMatchObject({ accessToken: "access-2", refreshToken: "refresh-2" });
    expect(renewals()).toBe(2);
    await expect(tab.whoAmI()).resolves.toBeDefined();
  });

  it("is given up after twelve seconds on a line that hangs, and the token is good long after", async () => {
    const tab = await openOutdatedTab();
    const { lost } = loseAnswers(RENEWAL, { times: 2 });
    const began = Date.now();
    const renewing = tab.fresh().catch((error: unknown) => [error, Date.now() - began]);
    await lost;
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(await renewing).toEqual([expect.objectContaining({ errorCode: "ServiceUnavailable" }), 12_000]);
    vi.setSystemTime(START + 600 * MINUTE);
    expect((await tab.fresh())?.refreshToken).toBe("refresh-2");
    expect(tab.ends).toEqual([]);
  });

  it("is asked for twice and not more often; the session is kept for when the server is there again", async () => {
    const tab = await openOutdatedTab();
    loseAnswers(RENEWAL, { times: 2, isNoticed: true });
    await expect(tab.fresh()).rejects.toMatchObject({ errorCode: "NOTFOUND" });
    expect(renewals()).toBe(2);
    expect(tab.ends).toEqual([]);
    expect((await tab.fresh())?.accessToken).toBe("access-2");
  });

  it.each([
    [401, "UNAUTHORIZED"],
    [503, "BUSY"],
  ])(
    "is something else than one that is refused (%s), which is not asked for again",
    async (status, errorCode) => {
      const tab = await openOutdatedTab();
      vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
        await server.fetch(address, init);
        return Response.json({ traceId: "t1", errorCode, errorMessage: "" }, { status });
      });
      await tab.fresh().catch(() => undefined);
      expect(renewals()).toBe(1);
    },
  );
});

describe("what is read again of the person", () => {
  it("is nobody's once they have signed out", async () => {
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

  it("leaves the tokens alone that came meanwhile: the ones before are used up", async () => {
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

describe("a session that is opened", () => {
  it("is not there any more when its person leaves meanwhile", async () => {
    await (await openTab()).signIn(credentials);
    const tab = await openTab();
    const restoring = tab.restore();
    tab.leave();
    expect(await restoring).toBeUndefined();
  });

  it("is theirs who came meanwhile", async () => {
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

  it("makes room for another one without a moment in which nobody is there, which other tabs would follow", async () => {
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
