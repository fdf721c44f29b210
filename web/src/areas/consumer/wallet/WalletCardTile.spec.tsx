// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { walletItem } from "@/shared/testing/samples";
import type { WalletCard } from "./queries";
import { WalletCardTile } from "./WalletCardTile";

it.each<[string, Partial<WalletCard>, string | undefined]>([
  ["of which something is left stands in front", {}, undefined],
  ["that is used up stands back", { cardBalance: 0 }, "true"],
  ["that is in another's wallet stands back", { isGift: true, isMine: false }, "true"],
])("a card %s", (_, changes, isSpent) => {
  renderPiece(<WalletCardTile card={walletItem(changes)} />);
  expect(screen.getByRole("article").dataset["spent"]).toBe(isSpent);
});
