// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece, server, signInAs, toasts } from "@/shared/testing/render";
import { renderApp } from "@/testing/renderApp";
import { StaffLayout } from "./StaffLayout";

it("StaffLayout: the lock is an icon on a phone, and is called by its words all the same", () => {
  signInAs("clerk", { till: "Front", idleMinutes: 10 });
  renderPiece(<StaffLayout />);
  const lock = screen.getByRole("button", { name: "Lock" });
  expect(lock.title).toBe("Lock");
  expect(screen.getByText("Lock").className).toBe("max-sm:sr-only");
});

it("StaffLayout: whoever works nowhere any more is told so, and led home", async () => {
  const { place } = renderApp("/scan-counter", { as: "shopper" });
  await waitFor(() => expect(place()).toBe("/"));
  expect(toasts()).toEqual([expect.stringContaining("Your account has no role at a shop or a cause.")]);
});

it("StaffLayout: says at whose counter somebody stands", async () => {
  server.on("GET /Public/vendor/ten_books", () => ({ displayName: "Maple Leaf Books", logoPath: null }));
  signInAs("clerk", { tenantIds: ["ten_books"] });
  renderPiece(<StaffLayout />);
  expect(await screen.findByText("Maple Leaf Books")).toBeDefined();
});
