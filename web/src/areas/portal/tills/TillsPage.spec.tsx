// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const front = {
  id: "til_1",
  name: "Front",
  createdBy: "Mona M.",
  createdAt: "2026-03-10T15:00:00Z",
  enrolledAt: "2026-03-10T15:05:00Z",
  lastSeenAt: "2026-03-11T15:00:00Z",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36",
  linkExpiresAt: null,
  elsewhereAt: null,
  elsewhereUserAgent: null,
};
const pin = { id: "pin_1", name: "Cleo Clerk", chosenAt: "2026-03-10T15:00:00Z", isLocked: true };

beforeEach(() => {
  server.on("GET /Tills", () => [front]);
  server.on("GET /Tills/pins", () => [pin]);
});

describe("TillsPage", () => {
  it("asks before it removes a PIN", async () => {
    server.on("DELETE /Tills/pins/pin_1", () => undefined);
    renderApp(adminPaths.vendorArea().tills(), { as: "manager" });
    await press("Remove the PIN of Cleo Clerk");
    expect(server.asked("DELETE /Tills/pins/pin_1")).toHaveLength(0);
    await press("Remove");
    await waitFor(() => expect(server.asked("DELETE /Tills/pins/pin_1")).toHaveLength(1));
  });

  it("leads to the test card, with which a manager trains clerks", async () => {
    renderApp(adminPaths.vendorArea().tills(), { as: "manager" });
    const link = await screen.findByRole("link", { name: "Test card" });
    expect(link.getAttribute("href")).toBe(adminPaths.vendorArea().testCard());
  });

  it("lets administrators view and remove, but not create", async () => {
    server.on("GET /Vendors/ten_1", () => ({ displayName: "Maple Leaf Books", state: "ACTIVE" }));
    renderApp(adminPaths.vendorArea("ten_1").tills(), { as: "administrator" });
    await screen.findByRole("row", { name: /Front/ });
    expect(screen.queryByRole("button", { name: "Add a till" })).toBeNull();
    const menu = within(screen.getByLabelText("Actions for Front", { selector: "[popover]" }));
    expect(menu.getAllByRole("button", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      "Remove",
    ]);
  });
});
