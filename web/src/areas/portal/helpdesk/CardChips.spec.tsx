// @vitest-environment jsdom
import { expect, it } from "vitest";
import { renderPiece } from "@/shared/testing/render";
import { CardChips } from "./CardChips";
import { deskCard } from "./testing/samples";

const off = { isActive: false };

it.each([
  ["a usable card", {}, ""],
  ["a frozen card", off, "DEACTIVATED"],
  ["a card of a cancelled order", { ...off, isCancelled: true }, "Cancelled"],
  ["a refunded card", { ...off, isCancelled: true, isRefunded: true }, "Refunded"],
  ["a card that another shop took over", { ...off, movedTo: "Bean & Gull" }, "Moved"],
])("CardChips: shows the status of %s", (_, changes, shown) => {
  renderPiece(<CardChips card={deskCard(changes)} />);
  expect([...document.querySelectorAll(".chip")].map(({ textContent }) => textContent).join()).toBe(shown);
});
