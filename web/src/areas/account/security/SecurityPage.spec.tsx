// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cachedIn, createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { paths } from "@/paths";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { press } from "@/ui/testing/press";
import { AppSetup } from "./AppSetup";
import { loading } from "@/shared/page/loading";
import { secondFactorsQuery } from "./queries";
import { SecurityPage } from "./SecurityPage";

const session = vi.hoisted(() => ({ reloadProfile: vi.fn(async () => undefined) }));
vi.mock("@/session/session", () => session);

const server = standInServer();
const codes = ["AAAAA-11111", "BBBBB-22222"];

function show() {
  const client = createQueryClient(() => undefined);
  const security = { Component: SecurityPage, ...loading({ needs: () => [secondFactorsQuery()] }) };
  const router = createMemoryRouter(
    [
      { path: paths.accountSecurity(), ...security },
      { path: paths.account(), element: <p>the profile</p> },
    ],
    { initialEntries: [paths.account(), paths.accountSecurity()], ...cachedIn(client) },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

async function showNewCodes() {
  const router = show();
  await press("Make new codes");
  const question = screen.getByRole("dialog", { name: "Make new codes" });
  await act(async () => fireEvent.click(within(question).getByRole("button", { name: "Make new codes" })));
  return { router, dialog: await screen.findByRole("dialog", { name: "Recovery codes" }) };
}

beforeAll(installModalStandIns);
beforeEach(() => {
  server.on("GET /Accounts/me/second-factors", () => ({
    authenticatorAppSince: "2025-03-01T12:00:00Z",
    passkeys: [],
    recoveryCodesLeft: 1,
  }));
  server.on("GET /Accounts/me/pins", () => []);
  server.on("POST /Accounts/me/recovery-codes", () => ({ recoveryCodes: codes }));
});
afterEach(cleanup);

describe("new recovery codes", () => {
  it("stand in a dialog that begins at its heading, alone, with all that keeps them", async () => {
    const { dialog } = await showNewCodes();
    await waitFor(() => expect(screen.getAllByRole("dialog")).toEqual([dialog]));
    for (const code of codes) expect(dialog.textContent).toContain(code);
    expect(document.activeElement).toBe(within(dialog).getByRole("heading", { name: "Recovery codes" }));
    const names = within(dialog)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(["Copy", "Download", "Print", "I have kept them"]);
  });

  it("close only when they are kept: not by Escape, a click beside, or Back", async () => {
    const { dialog, router } = await showNewCodes();
    fireEvent.keyDown(dialog, { key: "Escape" });
    fireEvent.click(dialog);
    await act(async () => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.accountSecurity());
    expect(screen.getByRole("dialog", { name: "Recovery codes" })).toBe(dialog);
    await press("I have kept them");
    expect(screen.queryByText("AAAAA-11111")).toBeNull();
    await act(async () => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.account());
  });
});

const item = (name: string) => screen.getByText(name).closest("li")?.textContent;

describe("passkeys", () => {
  it("of the other brand are marked as working there only", async () => {
    const passkey = { createdAt: "2025-03-01T12:00:00Z", lastUsedAt: null };
    server.on("GET /Accounts/me/second-factors", () => ({
      authenticatorAppSince: null,
      passkeys: [
        { ...passkey, id: "pky_1", name: "Phone", brand: "funray" },
        { ...passkey, id: "pky_2", name: "Laptop", brand: "rayzr" },
      ],
      recoveryCodesLeft: 1,
    }));
    show();
    await screen.findByText("Laptop");
    expect(item("Laptop")).toContain("Works on RayZR only");
    expect(item("Phone")).not.toContain("only");
  });
});

describe("an authenticator app", () => {
  const uri = "otpauth://totp/FunRay:ann?secret=ABCDEFGH";

  it("on the same phone is opened by a link, and the key is copied for any other", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    render(
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider
          router={createMemoryRouter([
            { path: "/", element: <AppSetup secret="ABCDEFGH" uri={uri} onChange={vi.fn()} /> },
          ])}
        />
      </QueryClientProvider>,
    );
    expect(screen.getByRole("link", { name: "Open my app" }).getAttribute("href")).toBe(uri);
    await press("Copy the key");
    expect(writeText).toHaveBeenCalledExactlyOnceWith("ABCDEFGH");
    vi.unstubAllGlobals();
  });
});
