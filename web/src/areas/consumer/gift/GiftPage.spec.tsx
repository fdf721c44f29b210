// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { signInByEmailCode } from "@/session/session";
import { fill } from "@/shared/testing/fields";
import { giftOpened } from "@/shared/testing/samples";
import { refusal, renderApp, server, signInAs, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

vi.mock("@/session/session", () => ({ signInByEmailCode: vi.fn<typeof signInByEmailCode>() }));

const opened = giftOpened();
const show = () => renderApp(paths.gift("tok"));
const showToOwner = () => renderApp(paths.gift("tok"), { as: "shopper" });

const code = () => screen.queryByRole("img", { name: "QR code of this card" });

describe("the link of a gift", () => {
  it("that is opened begins at its heading, and shows its balance", async () => {
    server.on("GET /Gifts/-", () => giftOpened({ openedAt: null }));
    server.on("POST /Gifts/-/opened", () => opened);
    show();
    await press("Open your gift");
    const heading = await screen.findByRole("heading", { name: "A gift from Gina" });
    expect(document.activeElement).toBe(heading);
    await waitFor(() => expect(screen.getByText("CURRENT BALANCE").nextSibling?.textContent).toBe("$25.00"));
  });

  it("can be printed, code and all", async () => {
    server.on("GET /Gifts/-", () => opened);
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    show();
    await press("Print");
    expect(print).toHaveBeenCalledTimes(1);
    expect(code()).not.toBeNull();
  });

  it("can be saved as a picture and as a card to fold, which the server draws", async () => {
    server.on("GET /Gifts/-", () => opened);
    const asked = ["GET /Gifts/-/picture", "GET /Gifts/-/fold-card"] as const;
    for (const call of asked) server.on(call, () => ({}));
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    URL.createObjectURL = () => "blob:drawn";
    URL.revokeObjectURL = () => undefined;
    show();
    await press("Save as image");
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    await press("Fold card (PDF)");
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    expect(asked.map((call) => server.asked(call).length)).toEqual([1, 1]);
    saved.mockRestore();
  });

  it("shows no code and offers nothing once somebody else has saved it", async () => {
    const hidden = { qrCode: null, cardBalance: null, giftMessage: null };
    const claimed = { ...opened, ...hidden, isClaimed: true, claimedAt: opened.openedAt };
    server.on("GET /Gifts/-", () => claimed);
    show();
    await screen.findByText(/This gift was saved to a wallet/);
    expect(await screen.findByText(/The code that was here has stopped working/)).toBeDefined();
    expect(code()).toBeNull();
    expect(screen.queryByText("CURRENT BALANCE")).toBeNull();
    expect(screen.queryByRole("button", { name: "Save to my wallet" })).toBeNull();
  });

  it("is kept by a guest with the digits that its recipient is mailed", async () => {
    server.on("GET /Gifts/-", () => opened);
    server.on("POST /Gifts/-/email-code", () => ({ ticket: "t1", email: "r•••@home.example" }));
    vi.mocked(signInByEmailCode).mockImplementation(async () => {
      signInAs("shopper");
      return { userId: "per_1" } as Profile;
    });
    server.on("POST /Gifts/-/claimed", () => ({ ...opened, isClaimed: true, isMine: true, cardId: "crd_1" }));
    const { place } = show();
    await press("Save to my wallet");
    await screen.findByText(/We emailed six digits to r•••@home\.example/);
    fill("Code from the email", "123456");
    const dialog = within(screen.getByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Save to my wallet" }));
    await waitFor(() => expect(toasts()).toContain("Saved to your wallet"));
    const sent = { gift: "tok", ticket: "t1", earlierTickets: [], code: "123456" };
    expect(vi.mocked(signInByEmailCode).mock.calls[0]?.[0]).toEqual(sent);
    expect(await screen.findByText("This gift is in your wallet.")).toBeDefined();
    expect(place()).toBe("/gift/tok");
  });

  it("is kept by itself for a person who comes back signed in, and for nobody else", async () => {
    server.on("GET /Gifts/-", () => opened);
    server.on("POST /Gifts/-/claimed", () => ({ ...opened, isClaimed: true, isMine: true, cardId: "crd_1" }));
    const { place } = renderApp(`${paths.gift("tok")}?keep=1`, { as: "shopper" });
    expect(await screen.findByText("This gift is in your wallet.")).toBeDefined();
    expect(place()).toBe("/gift/tok");
    cleanup();
    const asked = server.asked("POST /Gifts/-/claimed").length;
    renderApp(`${paths.gift("tok")}?keep=1`);
    await screen.findByRole("button", { name: "Save to my wallet" });
    expect(server.asked("POST /Gifts/-/claimed")).toHaveLength(asked);
  });

  it("says so when somebody else was faster, and shows how things stand", async () => {
    let isClaimed = false;
    server.on("GET /Gifts/-", () => ({ ...opened, isClaimed, qrCode: isClaimed ? null : opened.qrCode }));
    server.on("POST /Gifts/-/claimed", () => {
      isClaimed = true;
      return refusal(400, { errorCode: "GIFT_CLAIMED", errorMessage: "Somebody was faster." });
    });
    showToOwner();
    await press("Save to my wallet");
    await waitFor(() => expect(toasts()).toContain("Somebody was faster."));
    await screen.findByText(/This gift was saved to a wallet/);
  });
});
