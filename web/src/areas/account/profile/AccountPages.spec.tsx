// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { leave } from "@/session/session";
import { fill } from "@/shared/testing/fields";
import { inMain, refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

vi.mock("@/session/session", async (original) => ({
  ...(await original<typeof import("@/session/session")>()),
  leave: vi.fn(),
  duringSignOut: (ask: () => Promise<unknown>) => ask(),
}));

const moments = { createdAt: "2025-03-01T12:00:00Z", lastUsedAt: "2025-03-05T20:04:00Z" };
const here = { id: "s1", userAgent: "Chrome/140 Windows", isCurrent: true, ...moments };
const there = { id: "s2", userAgent: "Mozilla/5.0 (iPhone) Safari/604", isCurrent: false, ...moments };
async function show(path: string) {
  renderApp(path, { as: path === paths.endSessions() ? "guest" : "shopper" });
  await screen.findByRole("heading", { level: 1 });
}

beforeEach(() => {
  vi.clearAllMocks();
  server.on("GET /Accounts/me/sessions", () => [here, there]);
});

const signIns = () =>
  inMain()
    .getAllByRole("listitem")
    .filter(({ textContent }) => textContent.includes("Last used"));

describe("SessionsPage", () => {
  it("marks the current browser, and ends the session of another one", async () => {
    server.on("DELETE /Accounts/me/sessions/s2", () => {
      server.on("GET /Accounts/me/sessions", () => [here]);
      return undefined;
    });
    await show(paths.accountSessions());
    await screen.findByText("This browser");
    const items = signIns();
    expect(items.map(({ textContent }) => textContent?.includes("This browser"))).toEqual([true, false]);
    expect(items[1]?.textContent).toContain("Safari on iPhone");
    expect(items[1]?.textContent).toContain("Last used Mar\u00a05,\u00a02025, 3:04");
    expect(screen.queryByRole("button", { name: "Sign out Chrome on Windows" })).toBeNull();
    await press("Sign out Safari on iPhone");
    await waitFor(() => expect(signIns()).toHaveLength(1));
  });

  it("ends all other sessions and keeps the current one", async () => {
    server.on("DELETE /Accounts/me/sessions", ({ query }) => {
      expect(query.get("othersOnly")).toBe("true");
      server.on("GET /Accounts/me/sessions", () => [here]);
      return undefined;
    });
    await show(paths.accountSessions());
    await press("Sign out all others");
    await waitFor(() => expect(signIns()).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "Sign out all others" })).toBeNull();
  });

  it("ends all sessions only after a confirmation", async () => {
    server.on("DELETE /Accounts/me/sessions", () => undefined);
    await show(paths.accountSessions());
    await press("Sign out everywhere");
    expect(server.asked("DELETE /Accounts/me/sessions")).toEqual([]);
    const dialog = screen.getByRole("dialog", { name: "Sign out everywhere" });
    await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Sign out" })));
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  });
});

describe("EndSessionsPage", () => {
  const END = "POST /Accounts/sessions-ended";

  it("ends the sessions when its button is pressed, and asks for a new password", async () => {
    server.on(END, () => undefined);
    await show(`${paths.endSessions()}#code=4w7q`);
    expect(server.asked(END)).toEqual([]);
    await press("Sign out everywhere");
    await screen.findByRole("heading", { name: "Every session is ended" });
    expect(server.asked(END).map(({ body }) => body)).toEqual([{ code: "4w7q" }]);
    const link = screen.getByRole("link", { name: "Choose a new password" });
    expect(link.getAttribute("href")).toBe(paths.forgotPassword());
  });

  it("reports an invalid link", async () => {
    const dead = "This link doesn’t work any more";
    await show(paths.endSessions());
    expect(screen.getByRole("heading", { name: dead })).toBeDefined();
    cleanup();
    server.on(END, () => refusal(400, { errorCode: "DEAD_LINK", errorMessage: "No.", traceId: "t" }));
    await show(`${paths.endSessions()}#code=4w7q`);
    await press("Sign out everywhere");
    await screen.findByRole("heading", { name: dead });
  });
});

describe("MyDataPage", () => {
  const CLOSING = "GET /Accounts/me/closing";
  const own = {
    cards: 0,
    balance: 0,
    unclaimedGifts: 0,
    hasPassword: true,
    needsColleague: false,
    askedAt: null as string | null,
  };

  it("requests a colleague's approval to close a staff account, shows the request, and allows to repeat or withdraw it", async () => {
    let askedAt: string | null = null;
    server.on(CLOSING, () => ({ ...own, needsColleague: true, askedAt }));
    server.on("DELETE /Accounts/me", () => ({ askedAt: (askedAt = "2025-03-05T20:04:00Z") }));
    server.on("DELETE /Accounts/me/closing", () => {
      askedAt = null;
      return undefined;
    });
    await show(paths.accountData());
    await press("Close my account…");
    expect(await screen.findByText("a colleague closes your account", { exact: false })).toBeDefined();
    fill("Password", "mine");
    expect(screen.getByRole("dialog").textContent).toMatch(/Erased when it is closed.*Stays, with your name/);
    await press("Ask a colleague");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText("You asked on Mar 5, 2025.", { exact: false })).toBeDefined();
    expect(leave).not.toHaveBeenCalled();
    await press("Close my account…");
    expect(await screen.findByRole("button", { name: "Ask again" })).toBeDefined();
    await press("Cancel");
    await press("Withdraw the request");
    await waitFor(() => expect(screen.queryByText("You asked on Mar 5, 2025.", { exact: false })).toBeNull());
  });

  it("asks for no password if the account has none", async () => {
    server.on(CLOSING, () => ({ ...own, hasPassword: false }));
    server.on("DELETE /Accounts/me", () => undefined);
    await show(paths.accountData());
    await press("Close my account…");
    expect(await screen.findByText("Your account has no password.", { exact: false })).toBeDefined();
    await press("Close for good");
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith("account-closed"));
    expect(server.asked("DELETE /Accounts/me")[0]?.body).toEqual({ acceptCardsByCode: false });
  });

  it("explains to cardholders that their cards stay valid, and closes once they have confirmed it", async () => {
    server.on(CLOSING, () => ({ ...own, cards: 3, balance: 75.5, unclaimedGifts: 1 }));
    server.on("DELETE /Accounts/me", () => undefined);
    await show(paths.accountData());
    await press("Close my account…");
    const dialog = await screen.findByRole("dialog", { name: "Close your FunRay account?" });
    expect(dialog.textContent).toMatch(/Erased at once.*Stays, without your name/);
    expect(await screen.findByText("The $75.50 on your 3 gift cards.", { exact: false })).toBeDefined();
    expect(
      screen.getByText("The gift that nobody has saved to a wallet yet", { exact: false }),
    ).toBeDefined();
    const print = screen.getByRole("link", { name: "Print my cards" });
    expect(print.getAttribute("href")).toBe(paths.accountCards());
    fill("Password", "mine");
    await press("Close for good");
    const missing = "Please confirm that you know how to use your cards from now on.";
    expect(await screen.findByText(missing)).toBeDefined();
    expect(server.asked("DELETE /Accounts/me")).toEqual([]);
    fireEvent.click(screen.getByLabelText("I know that my cards ($75.50)", { exact: false }));
    await press("Close for good");
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith("account-closed"));
    await waitFor(() =>
      expect(server.asked("DELETE /Accounts/me")[0]?.body).toEqual({
        password: "mine",
        acceptCardsByCode: true,
      }),
    );
  });

  it("asks for a new confirmation when the balance of the cards changes", async () => {
    const left = { ...own, cards: 1, balance: 25 };
    server.on(CLOSING, () => left);
    server.on("DELETE /Accounts/me", () => {
      left.balance = 75;
      return refusal(409, { traceId: "t", errorCode: "BUSY", errorMessage: "Please try again." });
    });
    await show(paths.accountData());
    await press("Close my account…");
    fireEvent.click(await screen.findByLabelText("I know that my cards ($25.00)", { exact: false }));
    fill("Password", "mine");
    await press("Close for good");
    const asked = await screen.findByLabelText<HTMLInputElement>("I know that my cards ($75.00)", {
      exact: false,
    });
    await waitFor(() => expect(asked.checked).toBe(false));
  });
});
