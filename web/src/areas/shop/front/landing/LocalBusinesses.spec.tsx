// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { paths } from "@/paths";
import { clearRegion } from "@/session/region";
import { pageOf } from "@/api/testing/server";
import { renderPiece, server } from "@/shared/testing/render";
import { LocalBusinesses } from "./LocalBusinesses";
import { LocalCauses } from "./LocalCauses";

afterEach(clearRegion);

describe("LocalBusinesses", () => {
  it("links to the categories, as its text says", () => {
    renderPiece(<LocalBusinesses />);
    const link = screen.getByRole("link", { name: "Shop by category" });
    expect(link.getAttribute("href")).toBe(paths.shopVendors());
  });

  it.each([
    ["shops", <LocalBusinesses key="shops" />, "GET /Public/Vendors" as const],
    ["causes", <LocalCauses key="causes" />, "GET /Public/Charities" as const],
  ])("names the region without %s, and offers all regions", async (kind, piece, call) => {
    localStorage.setItem("regionId", "reg_1");
    server.on("GET /Public/Regions", () => [
      { id: "reg_1", name: "Thunder Bay", value: "reg_1", text: "Thunder Bay" },
    ]);
    server.on("GET /Public/figures", () => ({}));
    server.on(call, () => pageOf([]));
    renderPiece(piece);
    expect(await screen.findByText(`No ${kind} in Thunder Bay yet`)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Show all regions" }));
    expect(await screen.findByRole("link", { name: /^Register your/ })).toBeDefined();
  });
});
