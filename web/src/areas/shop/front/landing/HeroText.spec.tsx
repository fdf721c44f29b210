// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { pageOf } from "@/api/testing/server";
import { paths } from "@/paths";
import { renderPiece, server, signInAs } from "@/shared/testing/render";
import { HeroText } from "./HeroText";

const card = {
  id: "crd_1",
  vendorId: "ten_1",
  vendorName: "Maple Leaf Books",
  cardBalance: 12.5,
  to: "Papa",
  recipientEmail: "papa@home.example",
  openedAt: null,
  claimedAt: null,
  isDeactive: false,
};

const own = [{ ...card, id: "crd_own" }];
const given = [
  {
    ...card,
    id: "crd_claimed",
    vendorId: "ten_2",
    vendorName: "Boulangerie",
    claimedAt: "2025-03-01T00:00:00Z",
  },
  card,
];

beforeEach(() => {
  server.on("GET /Cards/balance", () => ({ totalBalance: 292.4, cardCount: 4 }));
  server.on("GET /Cards", ({ query }) => pageOf(query.get("walletPart") === "own" ? own : given));
});

const show = () =>
  renderPiece(
    <HeroText>
      <p>Give a card.</p>
    </HeroText>,
  );

const rows = async () => {
  const list = await screen.findByRole("list", { name: "My Wallet" });
  return within(list)
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);
};

describe("HeroText", () => {
  it("shows guests what the brand does, and sends no request for cards", () => {
    show();
    expect(screen.getByText("Give a card.")).toBeDefined();
    expect(server.asked("GET /Cards/balance")).toEqual([]);
  });

  it("shows signed-in users the state of their cards", async () => {
    signInAs("shopper");
    show();
    expect(await rows()).toEqual([
      ["To spend$292.40", paths.wallet()],
      ["Last used: Maple Leaf Books$12.50", paths.walletCard("ten_1", "crd_own")],
      ["Papa hasn’t opened your gift yet", paths.walletCard("ten_1", "crd_1")],
      ["Give another card from Boulangerie", paths.vendor("ten_2")],
    ]);
    expect(screen.queryByText("Give a card.")).toBeNull();
  });

  it("shows the standard text to users without cards", async () => {
    server.on("GET /Cards/balance", () => ({ totalBalance: 0, cardCount: 0 }));
    server.on("GET /Cards", () => pageOf([]));
    signInAs("shopper");
    show();
    await waitFor(() => expect(server.asked("GET /Cards")).toHaveLength(2));
    expect(screen.getByText("Give a card.")).toBeDefined();
  });
});
