// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PublicVendor } from "@/api/queries/shopWindow";
import { renderPiece } from "@/shared/testing/render";
import { bookshop } from "@/shared/testing/samples";
import { ShopTile } from "./ShopTile";

it("ShopTile: has the visible word “Select”", () => {
  const shop = {
    ...bookshop,
    id: "ten_1",
    amount: "Amount25",
    charityRate: 10,
    distance: null,
  } as PublicVendor;
  renderPiece(<ShopTile vendor={shop} to="/shop" />);
  const link = screen.getByRole("link", { name: "Select Maple Leaf Books" });
  expect(link.textContent).toBe("Select");
});
