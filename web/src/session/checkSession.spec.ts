// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { atTill, credentials, listen, MINUTE, openTab, server, START } from "./testing/tabs";

const ways: [string, () => unknown][] = [
  ["page that becomes visible", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["page whose live channel closes", () => listen.mock.lastCall?.[0].onLost()],
];

async function openSignedIn() {
  const tab = await openTab();
  await tab.signIn(credentials);
  await vi.waitFor(() => expect(listen).toHaveBeenCalled());
  return tab;
}

describe.each(ways)("%s", (_, happen) => {
  it("ends a session that the server has ended", async () => {
    const tab = await openSignedIn();
    server.isSessionOpen = false;
    happen();
    await vi.waitFor(() => expect(tab.ends).toEqual(["refused"]));
    expect(Object.keys(localStorage)).toEqual(["signedOutReason"]);
  });

  it("ends a session that another tab has ended, without a call", async () => {
    const tab = await openSignedIn();
    localStorage.clear();
    server.asked = [];
    happen();
    await vi.waitFor(() => expect(tab.ends).toEqual(["signed-out-elsewhere"]));
    expect(server.asked).toEqual([]);
  });

  it("keeps an open session, even if the server can't be reached", async () => {
    const tab = await openSignedIn();
    server.asked = [];
    happen();
    await vi.waitFor(() => expect(server.asked).toContain("GET /OAuth/profile"));
    server.isReachable = false;
    server.asked = [];
    happen();
    await vi.waitFor(() => expect(server.asked).toContain("GET /OAuth/profile"));
    expect(tab.currentProfile()?.userId).toBe("per_1");
  });
});

it("checkSession: makes no call for a till's session, which would keep it open", async () => {
  const tab = await openTab();
  await tab.signInByPin(atTill());
  vi.setSystemTime(START + 9 * MINUTE);
  server.asked = [];
  await tab.checkSession();
  expect(server.asked).toEqual([]);
});

it("checkSession: makes no call while the user is signing out, but does if they stay signed in", async () => {
  const tab = await openSignedIn();
  server.asked = [];
  const refused = tab.duringSignOut(async () => {
    await tab.checkSession();
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(server.asked).toEqual([]);
  await tab.checkSession();
  expect(server.asked).toEqual(["GET /OAuth/profile"]);
});
