// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { nothing } from "@/shared/testing/samples";
import { renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const show = (search = "") => renderApp(adminPaths.log() + search, { as: "administrator" });

beforeEach(() => server.on("GET /Audit", () => nothing));

describe("LogPage", () => {
  it("starts without dates, and accepts one of the two", async () => {
    const { router } = show();
    await screen.findByText("Nothing was recorded here.");
    expect(screen.queryByText("Wrong date format")).toBeNull();
    fireEvent.change(screen.getByLabelText("Start Date"), { target: { value: "2025-03-01" } });
    await expect.poll(() => router.state.location.search).toBe("?startDate=2025-03-01");
    expect(screen.queryByText("Wrong date format")).toBeNull();
  });

  it("says that it shows one record only, and shows all entries after one press", async () => {
    const { router } = show("?subjectId=crd_1&action=CARD_FROZEN");
    await screen.findByText("History of one item only");
    expect(server.asked("GET /Audit").at(-1)?.query.get("subjectId")).toBe("crd_1");
    await press("Show everything");
    expect(router.state.location.search).toBe("?action=CARD_FROZEN");
    expect(screen.queryByText("History of one item only")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    await expect.poll(() => server.asked("GET /Audit").at(-1)?.query.get("subjectId")).toBeNull();
  });

  it("filters by an action found by typing its noun", async () => {
    const { router } = show();
    const kind = await screen.findByRole("combobox", { name: "Kind" });
    fireEvent.change(kind, { target: { value: "bank" } });
    fireEvent.click(await screen.findByRole("option", { name: "Bank account: changed" }));
    await expect.poll(() => router.state.location.search).toBe("?action=BANK_ACCOUNT_CHANGED");
    await expect
      .poll(() => server.asked("GET /Audit").at(-1)?.query.get("action"))
      .toBe("BANK_ACCOUNT_CHANGED");
  });
});
