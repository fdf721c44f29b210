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
    const gift = giftOpened({ vendorPhone: "6135550100" });
    server.on("GET /Gifts/-", () => gift);
    const hours = { openingHours: "Mon–Fri 9:00–18:00", frenchOpeningHours: null };
    server.on(`GET /Public/vendor/${gift.vendorId}`, () => hours);
    show();
    const phone = await screen.findByRole("link", { name: "613 555-0100" });
    expect(phone.getAttribute("href")).toBe("tel:6135550100");
    expect(await screen.findByText("Mon–Fri 9:00–18:00")).toBeDefined();
  });

  it("thanks the giver with a phrase in one tap, and shows the thanks", async () => {
    server.on("GET /Gifts/-", () => opened);
    const thanks = { phrase: "LOVE_IT" as const, words: null, sentAt: opened.openedAt ?? "" };
    server.on("POST /Gifts/-/thanked", () => giftOpened({ thanks, canThank: false }));
    show();
    await press("I love it!");
    const heading = await screen.findByRole("heading", { name: "You thanked Gina" });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText("I love it!").tagName).toBe("P");
    expect(server.asked("POST /Gifts/-/thanked")[0]?.body).toEqual({ phrase: "LOVE_IT" });
  });

  it("thanks the giver in the recipient's own words", async () => {
    server.on("GET /Gifts/-", () => opened);
    const thanks = { phrase: null, words: "Merci!\nRose", sentAt: opened.openedAt ?? "" };
    server.on("POST /Gifts/-/thanked", () => giftOpened({ thanks, canThank: false }));
    show();
    await press("In your own words");
    await screen.findByLabelText("Your words");
    fill("Your words", "Merci!\nRose");
    await press("Send");
    await screen.findByText(/Merci!/);
    expect(server.asked("POST /Gifts/-/thanked")[0]?.body).toEqual({ words: "Merci!\nRose" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("offers no thanks to a user who can't send them", async () => {
    server.on("GET /Gifts/-", () => giftOpened({ canThank: false }));
    show();
    await screen.findByText("12 Main Street");
    expect(screen.queryByRole("heading", { name: "Thank Gina" })).toBeNull();
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
