// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { currentToasts } from "@/ui/toast";
import { GiftPage } from "./GiftPage";
import type { Gift } from "./queries";
import { press } from "@/ui/testing/press";

const server = standInServer();
const showError = vi.fn<(text: string) => void>();

const sent: Gift = {
  brand: "funray",
  vendorId: "ten_1",
  vendorName: "Maple Leaf Books",
  vendorLogoPath: null,
  vendorHue: null,
  vendorAddress: {
    addressLine1: "12 Main",
    addressLine2: null,
    city: "Ottawa",
    province: "ON",
    postalCode: "",
  },
  charityName: null,
  charityLogoPath: null,
  campaignName: null,
  cardType: 2,
  cardNumber: "4001234567890010",
  cardValue: 25,
  cardBalance: 25,
  to: "Rose",
  from: "Gina",
  giftMessage: "Read <b>on</b>!",
  qrCode: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
  isDeactive: false,
  isCancelled: false,
  isClaimed: false,
  isMine: false,
  cardId: null,
  openedAt: null,
  claimedAt: null,
};
const opened: Gift = { ...sent, openedAt: "2025-03-05T17:00:00Z" };

function show() {
  const router = createMemoryRouter(
    [
      { path: paths.gift(":token"), Component: GiftPage },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [paths.gift("tok")] },
  );
  render(
    <QueryClientProvider client={createQueryClient(showError)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const code = () => screen.queryByRole("img", { name: "QR code of this card" });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

describe("the link of a gift", () => {
  it("shows an envelope first; opening it tells its giver, and shows words, balance and code", async () => {
    server.on("GET /Gifts/tok", () => sent);
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

  it("leads a guest who wants to save it to the sign-in page, and back", async () => {
    server.on("GET /Gifts/tok", () => opened);
    const router = show();
    await press("Save to my wallet");
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.signIn()));
    expect(localStorage.getItem("redirectUrl")).toBe("/gift/tok");
  });

  it("saves it for who is signed in, and leads to the card", async () => {
    replaceProfile({ userId: "per_1" } as Profile);
    server.on("GET /Gifts/tok", () => opened);
    server.on("POST /Gifts/tok/claimed", () => ({
      ...opened,
      isClaimed: true,
      isMine: true,
      cardId: "crd_1",
    }));
    show();
    await press("Save to my wallet");
    const link = await screen.findByRole("link", { name: "See it in my wallet" });
    expect(link.getAttribute("href")).toBe("/transactions/ten_1/crd_1");
    expect(await screen.findByText(/It has a new code now/)).toBeDefined();
    await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("Saved to your wallet"));
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
    replaceProfile({ userId: "per_1" } as Profile);
    let isClaimed = false;
    server.on("GET /Gifts/tok", () => ({ ...opened, isClaimed, qrCode: isClaimed ? null : opened.qrCode }));
    server.on("POST /Gifts/tok/claimed", () => {
      isClaimed = true;
      return refusal(400, { errorCode: "GIFT_CLAIMED", errorMessage: "Somebody was faster." });
    });
    show();
    await press("Save to my wallet");
    await waitFor(() => expect(showError).toHaveBeenCalledWith("Somebody was faster."));
    await screen.findByText(/This gift was saved to a wallet/);
  });

  it("of no gift says what to do", async () => {
    server.on("GET /Gifts/tok", () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "Gone." }));
    show();
    expect(await screen.findByRole("heading", { name: "This gift can’t be found" })).toBeDefined();
  });
});
