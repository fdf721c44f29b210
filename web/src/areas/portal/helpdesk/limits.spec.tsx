// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPiece, server, toasts } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { LimitsOfPerson } from "./limits";
import type { BuyingLimit } from "./queries";

const limit: BuyingLimit = {
  id: "rsl_1",
  buyerId: "per_1",
  buyerName: "Ann Roy",
  buyerEmail: "ann@home.example",
  amount: 20000,
  endsOn: "2025-12-31",
  reason: "Known to Adam since 2019",
  state: "WAITING",
  isOwn: false,
  requestedByName: "Adam Roy",
  requestedAt: "2025-03-06T17:00:00Z",
  decidedByName: null,
  decidedAt: null,
  declineReason: null,
  endedAt: null,
  isEndedByReversal: false,
  refusal: null,
  isByOne: false,
  isWithdrawn: false,
};

const PATH = "/Helpdesk/people/per_1/buying-limits";

function show(limits: BuyingLimit[]) {
  server.on(`GET ${PATH}`, () => ({ ceiling: 5000, limits }));
  renderPiece(<LimitsOfPerson id="per_1" />);
}

describe("LimitsOfPerson", () => {
  it("renders nothing when no limit was ever raised", async () => {
    show([]);
    await waitFor(() => expect(server.asked(`GET ${PATH}`)).toHaveLength(1));
    expect(screen.queryByText("Raised buying limits")).toBeNull();
  });

  it("lets another administrator approve a pending limit, and allows no other one meanwhile", async () => {
    server.on(`PUT ${PATH}/rsl_1/approved`, () => ({ ceiling: 5000, limits: [] }));
    show([limit]);
    expect(await screen.findByText("Waits for a second person")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Raise the buying limit" })).toBeNull();
    await press("Approve");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Allow Ann Roy $20,000.00 a day?")).toBeDefined();
    fireEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(toasts()).toContain("Buying limit approved"));
  });

  it("raises a limit with a form", async () => {
    server.on(`POST ${PATH}`, () => ({ ceiling: 5000, limits: [] }));
    show([{ ...limit, state: "OVER" }]);
    await press("Raise the buying limit");
    const dialog = within(await screen.findByRole("dialog"));
    const type = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    type(/^Amount a day/, "20000");
    type(/^Last day/, "2025-12-31");
    type(/^Reason/, "Known to Adam");
    fireEvent.click(dialog.getByRole("button", { name: "Raise the buying limit" }));
    await waitFor(() => expect(toasts()).toContain("A second administrator has to approve this limit"));
    const expected = { amount: 20000, endsOn: "2025-12-31", reason: "Known to Adam" };
    expect(server.asked(`POST ${PATH}`)[0]?.body).toEqual(expected);
  });

  it("says that a limit below the ceiling takes effect at once", async () => {
    server.on(`POST ${PATH}`, () => ({ ceiling: 5000, limits: [] }));
    show([{ ...limit, state: "OVER" }]);
    await press("Raise the buying limit");
    const dialog = within(await screen.findByRole("dialog"));
    const type = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    type(/^Amount a day/, "5000");
    type(/^Last day/, "2025-12-31");
    type(/^Reason/, "Known to Adam");
    fireEvent.click(dialog.getByRole("button", { name: "Raise the buying limit" }));
    await waitFor(() => expect(toasts()).toContain("Buying limit saved"));
  });

  it("lets the administrator who requested it withdraw a pending limit", async () => {
    server.on(`PUT ${PATH}/rsl_1/declined`, () => ({ ceiling: 5000, limits: [] }));
    show([{ ...limit, isOwn: true }]);
    await press("Withdraw");
    const dialog = within(await screen.findByRole("dialog", { name: "Withdraw this request?" }));
    fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "A mistake" } });
    fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(toasts()).toContain("Request withdrawn"));
  });

  it("names who requested and who decided", async () => {
    const declined = { state: "DECLINED", decidedByName: "Bea Roy", declineReason: "Not known to us" };
    show([
      { ...limit, id: "rsl_1", state: "IN_FORCE", decidedByName: "Bea Roy" },
      { ...limit, id: "rsl_2", state: "ENDED", decidedByName: "Adam Roy", isByOne: true },
      { ...limit, id: "rsl_3", ...declined },
      { ...limit, id: "rsl_4", ...declined, decidedByName: "Adam Roy", isWithdrawn: true },
    ]);
    expect(await screen.findByText("Asked for by Adam Roy · Approved by Bea Roy")).toBeDefined();
    expect(screen.getByText("Raised by Adam Roy")).toBeDefined();
    expect(screen.getByText("Declined by Bea Roy: Not known to us")).toBeDefined();
    expect(screen.getByText("Withdrawn by Adam Roy: Not known to us")).toBeDefined();
  });

  it("ends a limit in force with a reason", async () => {
    server.on(`PUT ${PATH}/rsl_1/ended`, () => ({ ceiling: 5000, limits: [] }));
    show([{ ...limit, state: "IN_FORCE", decidedByName: "Bea Roy" }]);
    await press("End");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: "No orders" } });
    fireEvent.click(dialog.getByRole("button", { name: "End" }));
    await waitFor(() => expect(toasts()).toContain("Buying limit ended"));
  });
});
