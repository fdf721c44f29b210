// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";
import { signInByEmailCode } from "@/session/session";
import { fill } from "@/shared/testing/fields";
import { bookshop, giftOpened } from "@/shared/testing/samples";
import { refusal, renderApp, server, signInAs, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

vi.mock("@/session/session", () => ({ signInByEmailCode: vi.fn<typeof signInByEmailCode>() }));

const opened = giftOpened();
const show = () => renderApp(paths.gift("tok"));
const showToOwner = () => renderApp(paths.gift("tok"), { as: "shopper" });

const code = () => screen.queryByRole("img", { name: "QR code of this card" });

describe("GiftPage", () => {
  it("focuses the heading of the opened gift, and shows its balance", async () => {
    server.on("GET /Gifts/-", () => giftOpened({ openedAt: null }));
    server.on("POST /Gifts/-/opened", () => opened);
    show();
    await press("Open your gift");
    const heading = await screen.findByRole("heading", { name: "A gift from Gina" });
    expect(document.activeElement).toBe(heading);
    await waitFor(() => expect(screen.getByText("CURRENT BALANCE").nextSibling?.textContent).toBe("$25.00"));
  });

  it("prints the card with its code", async () => {
    server.on("GET /Gifts/-", () => opened);
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    show();
    await press("Print");
    expect(print).toHaveBeenCalledTimes(1);
    expect(code()).not.toBeNull();
  });

  it("saves the card as a picture and as a PDF to fold, both drawn by the server", async () => {
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

  it("shows the phone number and the hours of the shop", async () => {
    server.on("GET /Gifts/-", () => opened);
    const hours = { openingHours: "Mon–Fri 9:00–18:00", frenchOpeningHours: null };
    server.on("GET /Public/vendor/ten_1", () => ({ ...bookshop, ...hours, phone: "6135550100" }));
    show();
    const phone = await screen.findByRole("link", { name: "613 555-0100" });
    expect(phone.getAttribute("href")).toBe("tel:6135550100");
    expect(screen.getByText("Mon–Fri 9:00–18:00")).toBeDefined();
  });

  it("shows only the address of a shop that has stopped selling", async () => {
    server.on("GET /Gifts/-", () => giftOpened({ isVendorActive: false }));
    server.on("GET /Public/vendor/ten_1", () =>
      refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }),
    );
    show();
    await screen.findByText("12 Main Street");
    await waitFor(() => expect(server.asked("GET /Public/vendor/ten_1")).toHaveLength(1));
    await waitFor(() => expect(document.querySelector(".skeleton")).toBeNull());
    expect(toasts()).toEqual([]);
  });

  it("shows no code and no actions once another person has claimed it", async () => {
    const hidden = { qrCode: null, cardBalance: null, giftMessage: null };
    const claimed = { ...opened, ...hidden, isClaimed: true, claimedAt: opened.openedAt };
    server.on("GET /Gifts/-", () => claimed);
    show();
    await screen.findByText(/This gift was saved to a wallet/);
    expect(await screen.findByText(/The code that was here has stopped working/)).toBeDefined();
    expect(code()).toBeNull();
    expect(screen.queryByText("CURRENT BALANCE")).toBeNull();
    expect(screen.queryByRole("button", { name: "Keep" })).toBeNull();
  });

  it("lets a guest claim it with the code that is emailed to the recipient", async () => {
    server.on("GET /Gifts/-", () => opened);
    server.on("POST /Gifts/-/email-code", () => ({ ticket: "t1", email: "r•••@home.example" }));
    vi.mocked(signInByEmailCode).mockImplementation(async () => {
      signInAs("shopper");
      return { userId: "per_1" } as Profile;
    });
    server.on("POST /Gifts/-/claimed", () => ({ ...opened, isClaimed: true, isMine: true, cardId: "crd_1" }));
    const { place } = show();
    await press("Keep");
    await screen.findByText(/We emailed six digits to r•••@home\.example/);
    fill("Code from the email", "123456");
    const dialog = within(screen.getByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Keep" }));
    await waitFor(() => expect(toasts()).toContain("Saved to your wallet"));
    const sent = { gift: "tok", ticket: "t1", earlierTickets: [], code: "123456" };
    expect(vi.mocked(signInByEmailCode).mock.calls[0]?.[0]).toEqual(sent);
    expect(await screen.findByText("This gift is in your wallet.")).toBeDefined();
    expect(place()).toBe("/gift/tok");
  });

  it("claims it automatically for a recipient who returns signed in, and for no other user", async () => {
    server.on("GET /Gifts/-", () => opened);
    server.on("POST /Gifts/-/claimed", () => ({ ...opened, isClaimed: true, isMine: true, cardId: "crd_1" }));
    const { place } = renderApp(`${paths.gift("tok")}?keep=1`, { as: "shopper" });
    expect(await screen.findByText("This gift is in your wallet.")).toBeDefined();
    expect(place()).toBe("/gift/tok");
    expect(screen.getByRole("button", { name: "Show code" })).toBeDefined();
    const card = screen.getByRole("link", { name: "Open the card" });
    expect(card.getAttribute("href")).toBe(paths.walletCard("ten_1", "crd_1"));
    cleanup();
    const asked = server.asked("POST /Gifts/-/claimed").length;
    renderApp(`${paths.gift("tok")}?keep=1`);
    await screen.findByRole("button", { name: "Keep" });
    expect(server.asked("POST /Gifts/-/claimed")).toHaveLength(asked);
  });

  it("reports that another person has claimed it, and shows its new state", async () => {
    let isClaimed = false;
    server.on("GET /Gifts/-", () => ({ ...opened, isClaimed, qrCode: isClaimed ? null : opened.qrCode }));
    server.on("POST /Gifts/-/claimed", () => {
      isClaimed = true;
      return refusal(400, { errorCode: "GIFT_CLAIMED", errorMessage: "Somebody was faster." });
    });
    showToOwner();
    await press("Keep");
    await waitFor(() => expect(toasts()).toContain("Somebody was faster."));
    await screen.findByText(/This gift was saved to a wallet/);
  });
});
