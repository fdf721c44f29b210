// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { adminPaths } from "@/adminPaths";
import { notifyApprovalNews } from "@/session/approvalNews";
import { setChannelOpen } from "@/session/channel";
import { pageOf, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const LIST = "GET /Approvals";

const approval = {
  id: "apr_1",
  value: 40,
  clerkName: "Cleo Clerk",
  till: "Front",
  cardNumber: "•••• 5670",
  cardBalance: 75,
  holderName: "Ann Roy",
  transactionType: "Redeemed",
  cause: "AMOUNT",
  isByName: true,
  state: "WAITING",
  secondsLeft: 600,
} as const;

const answerWith = (items: (typeof approval)[]) => server.on(LIST, () => pageOf(items));

async function show() {
  renderApp(adminPaths.vendorArea().approvals(), { as: "manager" });
  await screen.findByRole("heading", { level: 1, name: "Approvals" });
}

beforeEach(() => {
  setChannelOpen(true);
});

describe("ApprovalListPage", () => {
  it("shows the amount, the clerk, the reason and the remaining time", async () => {
    answerWith([approval]);
    await show();
    const waiting = within(await screen.findByRole("article"));
    for (const text of ["$40.00", "•••• 5670", "Ann Roy", "Front", "$75.00", "10:00 left"]) {
      expect(waiting.getByText(text), text).toBeDefined();
    }
    expect(waiting.getByText(/Cleo Clerk wants to redeem it/).textContent).toContain("This would exceed");
    expect(waiting.getByText("Card not shown: found by name")).toBeDefined();
    expect(server.asked(LIST)[0]?.query.get("tenantId")).toBe("ten_1");
  });

  it("lifts the clerk's limit for an hour with one tap", async () => {
    answerWith([approval]);
    server.on("POST /Approvals/apr_1/approved", () => ({ ...approval, state: "APPROVED" }));
    await show();
    await press("Let Cleo go on for an hour");
    await waitFor(() =>
      expect(server.asked("POST /Approvals/apr_1/approved")[0]?.body).toEqual({ forAnHour: true }),
    );
  });

  it("adds a request when the live channel announces it", async () => {
    answerWith([]);
    await show();
    await screen.findByText("Nothing waits for you");
    answerWith([approval]);
    await act(async () => notifyApprovalNews("apr_1"));
    expect(await screen.findByRole("article")).toBeDefined();
  });
});
