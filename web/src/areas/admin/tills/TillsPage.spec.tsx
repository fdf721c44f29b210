// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { standInServer } from "@/api/testing/server";
import { replaceProfile, type Profile, type Role } from "@/session/current";
import { visit } from "@/shared/testing/visit";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { press } from "@/ui/testing/press";
import { TillsPage } from "./TillsPage";

const server = standInServer();

const front = {
  id: "til_1",
  name: "Front",
  createdBy: "Mona M.",
  createdAt: "2026-03-10T15:00:00Z",
  enrolledAt: "2026-03-10T15:05:00Z",
  lastSeenAt: "2026-03-11T15:00:00Z",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36",
  linkExpiresAt: null,
};
const pin = { id: "pin_1", name: "Cleo Clerk", chosenAt: "2026-03-10T15:00:00Z", isLocked: true };

function signedInAs(role: Role, tenantType: "VENDOR" | null): void {
  replaceProfile({ userId: "per_1", roles: [role], tenantType, tenantIds: ["ten_1"] } as unknown as Profile);
}

beforeEach(() => {
  installModalStandIns();
  server.on("GET /Tills", () => [front]);
  server.on("GET /Tills/pins", () => [pin]);
});
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

describe("TillsPage", () => {
  it("makes a till and shows its link to scan and to copy", async () => {
    signedInAs("MANAGER", "VENDOR");
    server.on("POST /Tills", () => ({ id: "til_2", token: "abc", expiresAt: "2026-03-10T15:15:00Z" }));
    visit(TillsPage, "/admin/vendor/tills");
    await screen.findByRole("row", { name: /Front/ });
    expect(server.asked("GET /Tills")[0]?.query.get("tenantId")).toBe("ten_1");
    await press("Add a till");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Back" } });
    await press("Make a link");
    await screen.findByRole("img", { name: "Code of the link that makes a device the till" });
    expect(screen.getByText(`${location.origin}/till/enrol#token=abc`)).toBeTruthy();
    expect(server.asked("POST /Tills")[0]?.body).toEqual({ tenantId: "ten_1", name: "Back" });
  });

  it("asks before it removes a till or a PIN", async () => {
    signedInAs("MANAGER", "VENDOR");
    server.on("DELETE /Tills/til_1", () => undefined);
    server.on("DELETE /Tills/pins/pin_1", () => undefined);
    visit(TillsPage, "/admin/vendor/tills");
    await press("Remove Front");
    expect(server.asked("DELETE /Tills/til_1")).toHaveLength(0);
    await press("Remove");
    await waitFor(() => expect(server.asked("DELETE /Tills/til_1")).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Remove the PIN of Cleo Clerk");
    await press("Remove");
    await waitFor(() => expect(server.asked("DELETE /Tills/pins/pin_1")).toHaveLength(1));
  });

  it("lets administrators look and remove, not make", async () => {
    signedInAs("ADMINISTRATOR", null);
    visit(TillsPage, "/admin/vendors/view/ten_1/tills");
    await screen.findByRole("row", { name: /Front/ });
    expect(screen.queryByRole("button", { name: "Add a till" })).toBeNull();
    expect(screen.queryByRole("button", { name: "New link for Front" })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove Front" })).toBeTruthy();
  });
});
