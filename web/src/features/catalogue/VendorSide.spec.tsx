// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { renderPiece } from "@/shared/testing/render";
import { bookshop } from "@/shared/testing/samples";
import { VendorSide } from "./VendorSide";

const shop = {
  ...bookshop,
  description: "Paper and ink.",
  charityRate: 10,
  phone: "6135550100",
} as PublicVendor;

function show(width: "phone" | "desk"): void {
  const list = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", (media: string) => ({
    ...list,
    matches: media === (width === "phone" ? "(width < 64rem)" : "(width >= 64rem)"),
  }));
  renderPiece(<VendorSide vendor={shop} back={{ to: "/shops", label: "All shops" }} />);
}

it("VendorSide: folds what a shop says of itself on a phone, because its cards are below", () => {
  show("phone");
  const details = screen.getByText("About this shop, hours and address").closest("details");
  expect(details?.open).toBe(false);
  for (const text of ["Paper and ink.", "12 Main Street", "Directions"]) {
    expect(details?.contains(screen.getByText(text)), text).toBe(true);
  }
  expect(details?.contains(screen.getByRole("heading", { level: 1 }))).toBe(false);
});

it("VendorSide: folds nothing on a desk, where it is beside the cards", () => {
  show("desk");
  expect(screen.getByText("Paper and ink.").closest("details")).toBeNull();
  expect(screen.queryByText("About this shop, hours and address")).toBeNull();
});

it("VendorSide: has the name beside the picture on a phone, and below it on a desk", () => {
  show("phone");
  const row = screen.getByRole("heading", { level: 1 }).closest(".flex.items-center");
  expect(row?.querySelector(".picture-plate")).toBeInstanceOf(HTMLElement);
  expect(row?.className).toContain("lg:flex-col");
});
