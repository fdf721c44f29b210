// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPiece, server, signInAs, toasts } from "@/shared/testing/render";
import { renderApp } from "@/testing/renderApp";
import { StaffLayout } from "./StaffLayout";

it("StaffLayout: shows the lock button as an icon on a phone, with its label for screen readers", () => {
  signInAs("clerk", { till: "Front", idleMinutes: 10 });
  renderPiece(<StaffLayout />);
  const lock = screen.getByRole("button", { name: "Lock" });
  expect(lock.title).toBe("Lock");
  expect(screen.getByText("Lock").className).toBe("max-sm:sr-only");
});

it("StaffLayout: redirects users without a role home, with a message", async () => {
  const { place } = renderApp("/scan-counter", { as: "shopper" });
  await waitFor(() => expect(place()).toBe("/"));
  expect(toasts()).toEqual([expect.stringContaining("Your account has no role at a shop or a cause.")]);
});

it("StaffLayout: shows the shop's name", async () => {
  server.on("GET /Public/vendor/ten_books", () => ({ displayName: "Maple Leaf Books", logoPath: null }));
  signInAs("clerk", { tenantIds: ["ten_books"] });
  renderPiece(<StaffLayout />);
  expect(await screen.findByText("Maple Leaf Books")).toBeDefined();
});

const menuButton = () => screen.getByRole("button", { name: /Ann Roy/ }).textContent;

it("StaffLayout: shows the first name, or initials without one", () => {
  signInAs("clerk");
  renderPiece(<StaffLayout />);
  expect(menuButton()).toMatch(/^Ann(?! Roy)/);
  cleanup();
  signInAs("clerk", { firstName: "" });
  renderPiece(<StaffLayout />);
  expect(menuButton()).toMatch(/^AR/);
});
