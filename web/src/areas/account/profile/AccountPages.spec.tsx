// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cachedIn, createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { setLanguage } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import { paths } from "@/paths";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { currentToasts } from "@/ui/toast";
import { loading } from "@/shared/page/loading";
import { meQuery, sessionsQuery } from "./queries";
import { EndSessionsPage } from "./EndSessionsPage";
import { MyDataPage } from "./MyDataPage";
import { PasswordFormPage } from "./PasswordFormPage";
import { ProfileFormPage } from "./ProfileFormPage";
import { SessionsPage } from "./SessionsPage";
import { press } from "@/ui/testing/press";

const session = vi.hoisted(() => ({
  reloadProfile: vi.fn(async () => undefined),
  leave: vi.fn(),
  whileLeaving: (ask: () => Promise<unknown>) => ask(),
}));
vi.mock("@/session/session", () => session);
vi.mock("@/lib/saveFile", () => ({ saveFile: vi.fn<typeof saveFile>() }));
vi.mock("@/i18n", async (original) => ({
  ...(await original<typeof import("@/i18n")>()),
  setLanguage: vi.fn<typeof setLanguage>(),
}));

const server = standInServer();

const me = {
  email: "billie@demo.test",
  firstName: "Billie",
  lastName: "Roy",
  address: null,
  aptUnitNumber: null,
  city: "Ottawa",
  province: null,
  postalCode: null,
  phoneNumber: null,
  language: "en",
  createdAt: "2025-01-01T12:00:00Z",
};
const moments = { createdAt: "2025-03-01T12:00:00Z", lastUsedAt: "2025-03-05T20:04:00Z" };
const here = { id: "s1", userAgent: "Chrome/140 Windows", isCurrent: true, ...moments };
const there = { id: "s2", userAgent: "Mozilla/5.0 (iPhone) Safari/604", isCurrent: false, ...moments };
const exported = { account: me, sessions: [here] };

const showError = vi.fn<(text: string) => void>();

async function show(path: string) {
  const client = createQueryClient(showError);
  const router = createMemoryRouter(
    [
      { path: paths.account(), Component: ProfileFormPage, ...loading({ needs: () => [meQuery()] }) },
      { path: paths.accountPassword(), Component: PasswordFormPage },
      {
        path: paths.accountSessions(),
        Component: SessionsPage,
        ...loading({ needs: () => [sessionsQuery()] }),
      },
      { path: paths.accountData(), Component: MyDataPage },
      { path: paths.endSessions(), Component: EndSessionsPage },
    ],
    { initialEntries: [path], ...cachedIn(client) },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { level: 1 });
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const toasts = () => currentToasts().map(({ text }) => text);

beforeAll(installModalStandIns);
beforeEach(() => {
  vi.clearAllMocks();
  server.on("GET /Accounts/me", () => me);
  server.on("GET /Accounts/me/sessions", () => [here, there]);
});
afterEach(cleanup);

describe("the profile", () => {
  it("is saved, shown everywhere at once, and clean again", async () => {
    server.on("PUT /Accounts/me", () => undefined);
    await show(paths.account());
    await screen.findByLabelText("First Name");
    fill("First Name", "Bill");
    await press("Save");
    await waitFor(() => expect(toasts()).toContain("Profile saved successfully"));
    expect(server.asked("PUT /Accounts/me")[0]?.body).toMatchObject({
      firstName: "Bill",
      lastName: "Roy",
      city: "Ottawa",
      address: "",
      language: "en",
    });
    expect(session.reloadProfile).toHaveBeenCalledOnce();
    expect(setLanguage).not.toHaveBeenCalled();
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
  });

  it("in another language switches the page too", async () => {
    server.on("PUT /Accounts/me", () => undefined);
    await show(paths.account());
    fireEvent.click(await screen.findByRole("radio", { name: "Français" }));
    await press("Save");
    await waitFor(() => expect(setLanguage).toHaveBeenCalledExactlyOnceWith("fr"));
  });
});

describe("the password", () => {
  it("is changed with the current one, and the form is empty again", async () => {
    server.on("PUT /Accounts/me/password", () => undefined);
    await show(paths.accountPassword());
    fill("Current Password", "old one");
    fill("New Password", "a new one");
    fill("Confirm Password", "a new one");
    await press("Change password");
    await waitFor(() => expect(toasts()).toContain("Password changed successfully"));
    expect(server.asked("PUT /Accounts/me/password")[0]?.body).toEqual({
      currentPassword: "old one",
      password: "a new one",
    });
    await waitFor(() => expect(screen.getByLabelText("New Password")).toHaveProperty("value", ""));
  });

  it("stays when the current one is wrong", async () => {
    const wrong = "This is not your password.";
    server.on("PUT /Accounts/me/password", () =>
      refusal(400, { errorCode: "VALIDATION", errorMessage: "No.", fields: { currentPassword: wrong } }),
    );
    await show(paths.accountPassword());
    fill("Current Password", "guess");
    fill("New Password", "a new one");
    fill("Confirm Password", "a new one");
    await press("Change password");
    expect(await screen.findByText(wrong)).toBeDefined();
  });
});

describe("the list of sign-ins", () => {
  it("tells this browser from others, and signs out another one", async () => {
    server.on("DELETE /Accounts/me/sessions/s2", () => {
      server.on("GET /Accounts/me/sessions", () => [here]);
      return undefined;
    });
    await show(paths.accountSessions());
    const items = await screen.findAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent?.includes("This browser"))).toEqual([true, false]);
    expect(items[1]?.textContent).toContain("Safari on iPhone");
    expect(items[1]?.textContent).toContain("Last used Mar 5, 2025, 3:04");
    expect(screen.queryByRole("button", { name: "Sign out Chrome on Windows" })).toBeNull();
    await press("Sign out Safari on iPhone");
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  });

  it("signs out all others and keeps this browser", async () => {
    server.on("DELETE /Accounts/me/sessions", ({ query }) => {
      expect(query.get("othersOnly")).toBe("true");
      server.on("GET /Accounts/me/sessions", () => [here]);
      return undefined;
    });
    await show(paths.accountSessions());
    await screen.findAllByRole("listitem");
    await press("Sign out all others");
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "Sign out all others" })).toBeNull();
  });

  it("is ended everywhere only after a confirmation", async () => {
    server.on("DELETE /Accounts/me/sessions", () => undefined);
    await show(paths.accountSessions());
    await press("Sign out everywhere");
    expect(server.asked("DELETE /Accounts/me/sessions")).toEqual([]);
    const dialog = screen.getByRole("dialog", { name: "Sign out everywhere" });
    await act(async () => fireEvent.click(within(dialog).getByRole("button", { name: "Sign out" })));
    await waitFor(() => expect(session.leave).toHaveBeenCalledOnce());
  });
});

describe("the page of a notice", () => {
  const END = "POST /Accounts/sessions-ended";

  it("ends the sessions when its button is pressed, and leads to a new password", async () => {
    server.on(END, () => undefined);
    await show(`${paths.endSessions()}#code=4w7q`);
    expect(server.asked(END)).toEqual([]);
    await press("Sign out everywhere");
    await screen.findByRole("heading", { name: "Every session is ended" });
    expect(server.asked(END).map(({ body }) => body)).toEqual([{ code: "4w7q" }]);
    const link = screen.getByRole("link", { name: "Choose a new password" });
    expect(link.getAttribute("href")).toBe(paths.forgotPassword());
  });

  it("says when its link is no good", async () => {
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

describe("my data", () => {
  it("can be taken along as a file", async () => {
    server.on("GET /Accounts/me/export", () => exported);
    await show(paths.accountData());
    await press("Download my data");
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [name, text] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("funray-my-data.json");
    expect(JSON.parse(text as string)).toEqual(exported);
  });

  const CLOSING = "GET /Accounts/me/closing";
  const nothing = { cards: 0, balance: 0, unclaimedGifts: 0 };

  it("tells whoever has cards that these stay theirs, and closes once they know how to use them", async () => {
    server.on(CLOSING, () => ({ cards: 3, balance: 75.5, unclaimedGifts: 1 }));
    server.on("DELETE /Accounts/me", () => undefined);
    await show(paths.accountData());
    await press("Close my account…");
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
    await waitFor(() => expect(session.leave).toHaveBeenCalledExactlyOnceWith("account-closed"));
    await waitFor(() =>
      expect(server.asked("DELETE /Accounts/me")[0]?.body).toEqual({
        password: "mine",
        acceptCardsByCode: true,
      }),
    );
  });

  it("takes a yes for the amount that it was said to: for another one it has to be said anew", async () => {
    const left = { cards: 1, balance: 25, unclaimedGifts: 0 };
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

  it("is erased only with the password, after being told what that means", async () => {
    const wrong = "This is not your password.";
    server.on("DELETE /Accounts/me", ({ body }) =>
      (body as { password: string }).password === "mine"
        ? undefined
        : refusal(400, { errorCode: "VALIDATION", errorMessage: "No.", fields: { password: wrong } }),
    );
    await show(paths.accountData());
    server.on(CLOSING, () => nothing);
    await press("Close my account…");
    const dialog = await screen.findByRole("dialog", { name: "Close your FunRay account?" });
    expect(dialog.textContent).toMatch(/Erased at once.*Stays, without your name/);
    await screen.findByLabelText("Password");
    await press("Close for good");
    expect(await screen.findByText("Password field is required.")).toBeDefined();
    // What the dialog asks for once more comes after the refusal of the password.
    server.on(
      CLOSING,
      () => new Promise<typeof nothing>((resolve) => setTimeout(() => resolve(nothing), 20)),
    );
    fill("Password", "guess");
    await press("Close for good");
    expect(await screen.findByText(wrong)).toBeDefined();
    expect(showError).not.toHaveBeenCalled();
    expect(session.leave).not.toHaveBeenCalled();
    fill("Password", "mine");
    await press("Close for good");
    await waitFor(() => expect(session.leave).toHaveBeenCalledOnce());
  });
});
