// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { paths } from "@/paths";
import { renderPiece, signInAs } from "@/shared/testing/render";
import { ClosingCall } from "./ClosingCall";

it("ClosingCall: links signed-in users to the shops", () => {
  signInAs("shopper");
  renderPiece(<ClosingCall title="Somebody’s day" />);
  expect(screen.queryByRole("link", { name: "Register" })).toBeNull();
  const link = screen.getByRole("link", { name: "Shop Now!" });
  expect([paths.shopVendors(), paths.vendorList()]).toContain(link.getAttribute("href"));
});
