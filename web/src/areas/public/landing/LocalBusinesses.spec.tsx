// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { paths } from "@/paths";
import { renderPiece } from "@/shared/testing/render";
import { LocalBusinesses } from "./LocalBusinesses";

it("LocalBusinesses promises what it leads to: the categories, not all shops", () => {
  renderPiece(<LocalBusinesses />);
  const link = screen.getByRole("link", { name: "Shop by category" });
  expect(link.getAttribute("href")).toBe(paths.shopVendors());
});
