// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece, server, signInAs } from "@/shared/testing/render";
import { StaffLayout } from "./StaffLayout";

it("StaffLayout: the lock is an icon on a phone, and is called by its words all the same", () => {
  signInAs("clerk", { till: "Front", idleMinutes: 10 });
  renderPiece(<StaffLayout />);
  const lock = screen.getByRole("button", { name: "Lock" });
  expect(lock.title).toBe("Lock");
  expect(screen.getByText("Lock").className).toBe("max-sm:sr-only");
});

it("StaffLayout: says at whose counter somebody stands", async () => {
  server.on("GET /Public/vendor/ten_books", () => ({ displayName: "Maple Leaf Books", logoPath: null }));
  signInAs("clerk", { tenantIds: ["ten_books"] });
  renderPiece(<StaffLayout />);
  expect(await screen.findByText("Maple Leaf Books")).toBeDefined();
});
