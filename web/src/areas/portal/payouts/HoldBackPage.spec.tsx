// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";
import type { HoldBackTerms } from "./queries";

const terms: HoldBackTerms = {
  id: "hbt_1",
  startsOn: "2025-01-01",
  cardDays: 60,
  cardPercent: 10,
  youngDays: 90,
  youngPercent: 0,
  setAt: "2025-01-01T17:00:00Z",
  setByName: "Sue Roy",
  reason: "Disputes come after weeks",
};

describe("HoldBackPage", () => {
  it("lists the terms, and marks those in force and those to come", async () => {
    const next = { ...terms, id: "hbt_2", startsOn: "2099-01-01", cardPercent: 0 };
    server.on("GET /Payouts/hold-back", () => pageOf([next, terms]));
    renderApp(adminPaths.holdBack(), { as: "administrator" });
    await screen.findByText("To come");
    const table = screen.getByRole("table", { name: "Hold-back" });
    const [, first, second] = within(table).getAllByRole("row");
    expect(first?.textContent).toContain("To come");
    expect(second?.textContent).toContain("In force");
    expect(second?.textContent).toContain("10% for 60 days");
    expect(second?.textContent).toContain("Nothing");
    expect(screen.queryByRole("button", { name: "Set the hold-back" })).toBeNull();
  });

  it("offers super administrators a form that starts with the terms in force", async () => {
    server.on("GET /Payouts/hold-back", () => pageOf([terms]));
    server.on("POST /Payouts/hold-back", () => terms);
    renderApp(adminPaths.holdBack(), { as: "super administrator" });
    await screen.findByText("In force");
    await press("Set the hold-back");
    const dialog = within(await screen.findByRole("dialog"));
    const type = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    type(/^Percent for recent cards/, "101");
    type(/^Reason/, "A wave of disputes");
    const save = dialog.getByRole("button", { name: "Set the hold-back" });
    fireEvent.click(save);
    expect(await dialog.findByText("Please enter a whole number from 0 to 100.")).toBeDefined();
    type(/^Percent for recent cards/, "20");
    type(/^Days after the sale/, "0");
    fireEvent.click(save);
    expect(await dialog.findByText("Please enter for how many days, from 1 to 365.")).toBeDefined();
    type(/^Days after the sale/, "60");
    fireEvent.click(save);
    await waitFor(() => expect(toasts()).toContain("Hold-back set"));
    expect(server.asked("POST /Payouts/hold-back")[0]?.body).toMatchObject({
      cardPercent: 20,
      cardDays: 60,
      youngDays: 90,
      reason: "A wave of disputes",
    });
  });
});
