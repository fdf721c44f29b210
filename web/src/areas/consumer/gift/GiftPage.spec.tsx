// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { giftOpened } from "@/shared/testing/samples";
import { refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const opened = giftOpened();
const show = () => renderApp(paths.gift("tok"));
const showToOwner = () => renderApp(paths.gift("tok"), { as: "shopper" });

const code = () => screen.queryByRole("img", { name: "QR code of this card" });

describe("the link of a gift", () => {
  it("shows an envelope first; opening it tells its giver, and shows words, balance and code", async () => {
    server.on("GET /Gifts/tok", () => giftOpened({ openedAt: null }));
    server.on("POST /Gifts/tok/opened", () => opened);
    show();
    await screen.findByRole("heading", { name: "Rose, something is waiting for you" });
    expect(code()).toBeNull();
    expect(server.asked("POST /Gifts/tok/opened")).toEqual([]);
    await press("Open your gift");
    const heading = await screen.findByRole("heading", { name: "A gift from Gina" });
    expect(document.activeElement).toBe(heading);
    expect(await screen.findByText("Read <b>on</b>!")).toBeDefined();
    await waitFor(() => expect(screen.getByText("CURRENT BALANCE").nextSibling?.textContent).toBe("$25.00"));
    expect(code()).not.toBeNull();
    await waitFor(() => expect(server.asked("POST /Gifts/tok/opened")).toHaveLength(1));
  });

  it("shows what is in it at once to who has opened it before", async () => {
    server.on("GET /Gifts/tok", () => opened);
    show();
    await screen.findByText("Read <b>on</b>!");
    expect(server.asked("POST /Gifts/tok/opened")).toEqual([]);
  });

  it("can be printed, code and all", async () => {
    server.on("GET /Gifts/tok", () => opened);
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    show();
    await press("Print");
    expect(print).toHaveBeenCalledTimes(1);
    expect(code()).not.toBeNull();
  });

  it("can be saved as a picture and as a card to fold, which the server draws", async () => {
    server.on("GET /Gifts/tok", () => opened);
    const asked = ["GET /Gifts/tok/picture", "GET /Gifts/tok/fold-card"] as const;
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

  it("leads a guest who wants to save it to the sign-in page, and back", async () => {
    server.on("GET /Gifts/tok", () => opened);
    const { router } = show();
    await press("Save to my wallet");
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.signIn()));
    expect(localStorage.getItem("redirectUrl")).toBe("/gift/tok");
  });

  it("saves it for who is signed in, and leads to the card", async () => {
    server.on("GET /Gifts/tok", () => opened);
    server.on("POST /Gifts/tok/claimed", () => ({
      ...opened,
      isClaimed: true,
      isMine: true,
      cardId: "crd_1",
    }));
    showToOwner();
    await press("Save to my wallet");
    const link = await screen.findByRole("link", { name: "See it in my wallet" });
    expect(link.getAttribute("href")).toBe("/transactions/ten_1/crd_1");
    expect(await screen.findByText(/It has a new code now/)).toBeDefined();
    await waitFor(() => expect(toasts()).toContain("Saved to your wallet"));
  });

  it("shows no code and offers nothing once somebody else has saved it", async () => {
    const hidden = { qrCode: null, cardBalance: null, giftMessage: null };
    const claimed = { ...opened, ...hidden, isClaimed: true, claimedAt: opened.openedAt };
    server.on("GET /Gifts/tok", () => claimed);
    show();
    await screen.findByText(/This gift was saved to a wallet/);
    expect(await screen.findByText(/The code that was here has stopped working/)).toBeDefined();
    expect(code()).toBeNull();
    expect(screen.queryByText("CURRENT BALANCE")).toBeNull();
    expect(screen.queryByRole("button", { name: "Save to my wallet" })).toBeNull();
  });

  it("says so when somebody else was faster, and shows how things stand", async () => {
    let isClaimed = false;
    server.on("GET /Gifts/tok", () => ({ ...opened, isClaimed, qrCode: isClaimed ? null : opened.qrCode }));
    server.on("POST /Gifts/tok/claimed", () => {
      isClaimed = true;
      return refusal(400, { errorCode: "GIFT_CLAIMED", errorMessage: "Somebody was faster." });
    });
    showToOwner();
    await press("Save to my wallet");
    await waitFor(() => expect(toasts()).toContain("Somebody was faster."));
    await screen.findByText(/This gift was saved to a wallet/);
  });
});
