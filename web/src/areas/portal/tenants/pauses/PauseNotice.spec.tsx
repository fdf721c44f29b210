// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import type { PayoutPause } from "@/areas/portal/kit/payoutPauses";
import { charityDetail, vendorDetail } from "@/areas/portal/tenants/testing/samples";
import { renderIn } from "@/i18n";
import { pageOf, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const shop = vendorDetail();
const charity = charityDetail({ id: "ten_food", displayName: "Food Bank" });

const pause: PayoutPause = {
  id: "pps_1",
  tenantId: "ten_books",
  tenantName: "Maple Leaf Books",
  tenantKind: "VENDOR",
  reason: "The police asks about it",
  pausedAt: "2026-03-10T15:00:00Z",
  pausedByName: "Adam Roy",
  liftedAt: null,
  liftedByName: null,
  withBank: 0,
  refusal: null,
};

function answer(open: PayoutPause | undefined): void {
  server.on("GET /Payouts/pauses", () => pageOf(open ? [open] : []));
}

const show = (place = adminPaths.vendor("ten_books")) => renderApp(place, { as: "administrator" });

const menuEntry = () => screen.queryByRole("button", { name: /^Pause payouts…/, hidden: true });

beforeEach(() => {
  server.on("GET /Public/Categories", () => []);
  server.on("GET /Public/Organizations", () => []);
  server.on("GET /Vendors/ten_books", () => shop);
  server.on("GET /Vendors", () => pageOf([shop]));
  server.on("GET /Charities/ten_food", () => charity);
  server.on("GET /Charities", () => pageOf([charity]));
});

describe("PauseNotice", () => {
  it.each([
    ["shop", "ten_books", "Maple Leaf Books", adminPaths.vendor("ten_books")],
    ["charity", "ten_food", "Food Bank", adminPaths.charity("ten_food")],
  ])("appears once the menu of a %s has paused its payouts, with a reason", async (_, id, name, place) => {
    answer(undefined);
    const made = { ...pause, tenantId: id, tenantName: name };
    server.on("POST /Payouts/pauses", () => {
      answer(made);
      return made;
    });
    show(place);
    await waitFor(() => expect(menuEntry()).not.toBeNull());
    fireEvent.click(menuEntry() as HTMLElement);
    const dialog = within(await screen.findByRole("dialog", { name: `Pause payouts to ${name}?` }));
    fireEvent.change(dialog.getByLabelText("Reason"), { target: { value: pause.reason } });
    fireEvent.click(dialog.getByRole("button", { name: "Pause payouts" }));
    expect(
      await screen.findByText(/^Adam Roy paused the payouts on .*: The police asks about it$/),
    ).toBeDefined();
    await waitFor(() => expect(toasts()).toEqual([`Payouts to ${name} are paused`]));
    const [asked] = server.asked("POST /Payouts/pauses");
    expect(asked?.body).toEqual({ tenantId: id, reason: pause.reason });
    expect(asked?.headers.get("Idempotency-Key")).not.toBeNull();
    await waitFor(() => expect(menuEntry()).toBeNull());
  });

  it("lets a second person lift the pause", async () => {
    answer({ ...pause, withBank: 5 });
    server.on("PUT /Payouts/pauses/pps_1/lifted", () => {
      answer(undefined);
      return { ...pause, liftedAt: "2026-03-11T15:00:00Z", liftedByName: "Bea Roy" };
    });
    show();
    expect(await screen.findByText(/^\$5\.00 is in a bank file that was released before\./)).toBeDefined();
    await press("Lift the pause…");
    const dialog = within(
      await screen.findByRole("dialog", { name: "Lift the pause for Maple Leaf Books?" }),
    );
    fireEvent.click(dialog.getByRole("button", { name: "Lift the pause" }));
    await waitFor(() => expect(toasts()).toEqual(["Pause lifted"]));
    await waitFor(() => expect(screen.queryByText(/paused the payouts/)).toBeNull());
    await waitFor(() => expect(menuEntry()).not.toBeNull());
  });

  it("tells the person who paused that another one has to lift it", async () => {
    const errorMessage = "You took part in this yourself.";
    answer({ ...pause, refusal: { errorCode: "SAME_PERSON", errorMessage } });
    show();
    const lift = await screen.findByRole<HTMLButtonElement>("button", { name: "Lift the pause…" });
    expect(lift.disabled).toBe(true);
    expect(document.getElementById(lift.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      errorMessage,
    );
  });

  it("is absent for a registration, which has no payouts", async () => {
    server.on("GET /Vendors/ten_books", () => vendorDetail({ isActive: false, state: "PENDING" }));
    show();
    await screen.findByRole("button", { name: "Approve" });
    expect(server.asked("GET /Payouts/pauses")).toEqual([]);
    expect(menuEntry()).toBeNull();
  });

  it("names who, when and why in French", async () => {
    renderIn("fr");
    answer(pause);
    show();
    expect(
      await screen.findByText(/^Versements suspendus par Adam Roy, .* : The police asks about it$/),
    ).toBeDefined();
    renderIn("en");
  });
});
