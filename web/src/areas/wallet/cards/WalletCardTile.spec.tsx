// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { walletItem } from "@/shared/testing/samples";
import type { WalletCard } from "./queries";
import { WalletCardTile } from "./WalletCardTile";

it.each<[string, Partial<WalletCard>, string | undefined]>([
  ["does not dim a card with a balance", {}, undefined],
  ["dims a card that is used up", { cardBalance: 0 }, "true"],
])("WalletCardTile: %s", (_, changes, isSpent) => {
  renderPiece(<WalletCardTile card={walletItem(changes)} />);
  expect(screen.getByRole("article").dataset["spent"]).toBe(isSpent);
});

const given = { isGift: true, to: "Zoe", recipientEmail: "zoe@home.example", cardBalance: 25 };
const openedAt = "2025-03-06T17:00:00Z";

it.each<[string, Partial<WalletCard>, string]>([
  ["that was sent lately", { recentTransaction: "2025-03-06T17:00:00Z" }, "On its way"],
  [
    "that was not opened for days",
    { recentTransaction: "2025-03-01T17:00:00Z" },
    "Not opened since Mar 1, 2025",
  ],
  ["that was opened", { openedAt }, "Opened"],
  ["that is partly used", { openedAt, cardBalance: 10 }, "Partly used"],
  ["that was claimed", { openedAt, claimedAt: openedAt, isMine: false }, "Claimed"],
])("WalletCardTile: shows status, recipient and amount of a gift %s", (_, changes, state) => {
  vi.useFakeTimers({ now: Date.parse("2025-03-07T17:00:00Z"), toFake: ["Date"] });
  renderPiece(<WalletCardTile card={walletItem({ ...given, ...changes })} />);
  for (const text of [state, "For Zoe", "$25"]) expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole("article").dataset["spent"]).toBeUndefined();
});

it("WalletCardTile: shows the mark of the card's cause", () => {
  const cause = { cardType: 1, charityName: "Food Bank", charityLogoPath: "logo-1" };
  renderPiece(<WalletCardTile card={walletItem(cause)} />);
  expect(document.querySelector(".gift-card-ribbon img")?.getAttribute("src")).toContain("logo-1");
});
