// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { GiftCard } from "./GiftCard";

afterEach(() => void vi.unstubAllGlobals());

const shop = { name: "Maple Leaf Books", hue: 27 };

it("GiftCard: has an accessible name with shop and amount, and shows the cause's share", () => {
  render(<GiftCard shop={shop} amount={25} cause={{ name: "Riverside Food Bank", share: 2.5 }} />);
  const card = screen.getByRole("group", { name: "Maple Leaf Books eGift card, $25" });
  expect(card.textContent).toContain("$2.50 to Riverside Food Bank");
});

it("GiftCard: shows no amount while none is chosen", () => {
  render(<GiftCard shop={shop} amount={undefined} />);
  expect(screen.getByRole("group", { name: "Maple Leaf Books eGift card" }).textContent).not.toContain("$");
});

it("GiftCard: shows cents only if there are any", () => {
  render(<GiftCard shop={shop} amount={12.5} />);
  expect(screen.getByText("$12.50")).toBeDefined();
});

it("GiftCard: does not tilt on touch", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  render(<GiftCard shop={shop} amount={25} isTilting />);
  const card = screen.getByRole("group");
  const move = new MouseEvent("pointermove", { bubbles: true, clientX: 100, clientY: 30 });
  fireEvent(card, Object.assign(move, { pointerType: "touch" }));
  expect(card.style.getPropertyValue("--tilt-x")).toBe("");
});
