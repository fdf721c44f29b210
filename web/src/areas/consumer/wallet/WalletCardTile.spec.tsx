// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import type { WalletCard } from "./queries";
import { WalletCardTile } from "./WalletCardTile";

afterEach(cleanup);

const card = {
  id: "crd_1",
  cardNumber: "4001234567890010",
  cardBalance: 12.5,
  recentTransaction: "2025-03-05T17:00:00Z",
  vendorId: "ten_1",
  vendorName: "Maple Leaf Books",
  vendorLogoPath: null,
  vendorHue: null,
  charityName: null,
  isGift: false,
  recipientEmail: null,
  isMine: true,
} as WalletCard;

it.each<[string, Partial<WalletCard>, string | undefined]>([
  ["of which something is left stands in front", {}, undefined],
  ["that is used up stands back", { cardBalance: 0 }, "true"],
  ["that is in another's wallet stands back", { isGift: true, isMine: false }, "true"],
])("a card %s", (_, changes, isSpent) => {
  const element = <WalletCardTile card={{ ...card, ...changes }} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  expect(screen.getByRole("article").dataset["spent"]).toBe(isSpent);
});
