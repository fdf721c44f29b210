// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { renderPiece } from "@/shared/testing/render";
import { renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import { AppSetup } from "./AppSetup";

vi.mock("@/session/session", async (original) => ({
  ...(await original<typeof import("@/session/session")>()),
  reloadProfile: async () => undefined,
}));

const codes = ["AAAAA-11111", "BBBBB-22222"];

const show = () =>
  renderApp(paths.accountSecurity(), { as: "shopper", from: paths.accountPassword() }).router;

async function showNewCodes() {
  const router = show();
  await press("Make new codes");
  const question = screen.getByRole("dialog", { name: "Make new codes" });
  await act(async () => fireEvent.click(within(question).getByRole("button", { name: "Make new codes" })));
  return { router, dialog: await screen.findByRole("dialog", { name: "Recovery codes" }) };
}

beforeEach(() => {
  server.on("GET /Accounts/me/second-factors", () => ({
    authenticatorAppSince: "2025-03-01T12:00:00Z",
    passkeys: [],
    recoveryCodesLeft: 1,
  }));
  server.on("GET /Accounts/me/pins", () => []);
  server.on("POST /Accounts/me/recovery-codes", () => ({ recoveryCodes: codes }));
});

describe("ShownCodes", () => {
  it("opens as a dialog that focuses its heading, with buttons that copy and save the codes", async () => {
    const { dialog } = await showNewCodes();
    await waitFor(() => expect(screen.getAllByRole("dialog")).toEqual([dialog]));
    for (const code of codes) expect(dialog.textContent).toContain(code);
    expect(document.activeElement).toBe(within(dialog).getByRole("heading", { name: "Recovery codes" }));
    const names = within(dialog)
      .getAllByRole("button")
      .map(({ textContent }) => textContent);
    expect(names).toEqual(["Copy", "Download", "Print", "I have kept them"]);
  });

  it("closes only when the codes are confirmed as saved: not by Escape, a click outside, or Back", async () => {
    const { dialog, router } = await showNewCodes();
    fireEvent.keyDown(dialog, { key: "Escape" });
    fireEvent.click(dialog);
    await act(async () => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.accountSecurity());
    expect(screen.getByRole("dialog", { name: "Recovery codes" })).toBe(dialog);
    await press("I have kept them");
    expect(screen.queryByText("AAAAA-11111")).toBeNull();
    await act(async () => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.accountPassword());
  });
});

const item = (name: string) => screen.getByText(name).closest("li")?.textContent;

describe("Passkeys", () => {
  it("marks passkeys of the other brand as valid there only", async () => {
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

describe("AppSetup", () => {
  const uri = "otpauth://totp/FunRay:ann?secret=ABCDEFGH";

  it("opens the app on the same phone by a link, and copies the key for other devices", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    renderPiece(<AppSetup secret="ABCDEFGH" uri={uri} onChange={vi.fn()} />);
    expect(screen.getByRole("link", { name: "Open my app" }).getAttribute("href")).toBe(uri);
    await press("Copy the key");
    expect(writeText).toHaveBeenCalledExactlyOnceWith("ABCDEFGH");
  });
});

/** Returns the page's title and those of its parts about passkeys and the second step. */
const headings = async () => {
  const [first] = await screen.findAllByRole("heading", { level: 1 });
  const others = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  return [first?.textContent, ...others.filter((text) => /Passkeys|Two-step|app/.test(text))];
};

describe("SecurityPage", () => {
  it("shows a shopper's passkeys apart from the two-step sign-in", async () => {
    show();
    expect(await headings()).toEqual([
      "Ways to sign in",
      "Passkeys",
      "Two-step sign-in",
      "Authenticator app",
    ]);
  });

  it("shows the passkeys of staff as a second step", async () => {
    renderApp(paths.accountSecurity(), { as: "manager" });
    expect(await headings()).toEqual(["Two-step sign-in", "Authenticator app", "Passkeys"]);
  });
});
