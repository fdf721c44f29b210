// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { refusal } from "@/api/testing/server";
import { renderPiece, server } from "@/shared/testing/render";
import type { Profile } from "@/session/current";
import { TenantName } from "./TenantName";

it("TenantName: links to the portal's first page even if the tenant can't be loaded", async () => {
  server.on("GET /Vendors/ten_1", () => refusal(403, { errorCode: "PERMISSION", errorMessage: "No." }));
  const profile = { tenantType: "VENDOR", tenantIds: ["ten_1"] } as unknown as Profile;
  renderPiece(<TenantName profile={profile} />);
  const link = await screen.findByRole("link", { name: "Admin Portal" });
  expect(link.getAttribute("href")).toBe(adminPaths.home());
});
