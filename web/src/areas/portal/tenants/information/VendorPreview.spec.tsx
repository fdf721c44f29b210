// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { UseFormReturn } from "react-hook-form";
import { vendorDetail } from "@/areas/portal/tenants/testing/samples";
import { renderPiece, server } from "@/shared/testing/render";
import { vendorInformationOf, type VendorInformation } from "./schema";
import { VendorPreview } from "./VendorPreview";

const vendor = vendorDetail({ logoPath: "old_logo" });

function show(logoPath: string) {
  const values = {
    ...vendorInformationOf(vendor),
    cardAmount: "Amount25",
    customAmount: "10-200",
    logoPath,
    openingHours: "Mon–Fri 9–17",
  };
  const form = { getValues: () => values } as unknown as UseFormReturn<VendorInformation>;
  server.on("GET /Public/Categories", () => []);
  renderPiece(<VendorPreview vendor={vendor} form={form} />);
}

it("VendorPreview: shows the page with its hours and both kinds of card", () => {
  show("old_logo");
  expect(screen.getByRole("heading", { level: 3, name: vendor.displayName })).toBeDefined();
  expect(screen.getByText("Mon–Fri 9–17")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Charity card" })).toBeDefined();
  expect(screen.getByRole("heading", { name: "Local-business card" })).toBeDefined();
  expect(screen.getAllByText("Other amount")).toHaveLength(2);
});

it("VendorPreview: shows the form's logo on the cards", () => {
  show("old_logo");
  expect(screen.queryByText(/colour of the new logo/)).toBeNull();
});

it("VendorPreview: shows a new logo on the cards, and says that the colour follows when saved", () => {
  show("new_logo");
  expect(document.body.innerHTML).toContain("new_logo");
  expect(document.body.innerHTML).not.toContain("old_logo");
  expect(screen.getByText(/colour of the new logo/)).toBeDefined();
});
