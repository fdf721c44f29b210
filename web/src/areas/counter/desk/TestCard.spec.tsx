// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { testCardPath } from "@/features/counter/slot/counterRoutes";
import { pageOf, refusal, renderApp, server } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

const CODE = `FR1:TESTCARD${"A1".repeat(12)}`;
const CARD = `/TestCards/${encodeURIComponent(CODE)}`;

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  server.on("GET /Accounts/me/pins", () => []);
  server.on("GET /Cards", () => pageOf([]));
});

describe("a test card at the counter", () => {
  it("is redeemed like a real card, with a note that no money moved", async () => {
    server.on(`GET ${CARD}`, () => ({ code: CODE, balance: 1 }));
    server.on(`PUT ${CARD}/redeemed`, () => ({ code: CODE, balance: 0 }));
    renderApp(testCardPath(CODE), { as: "clerk" });
    expect(await screen.findByText("Redeem it like any other card. No money moves.")).toBeDefined();
    fireEvent.change(await screen.findByLabelText("Amount of the bill"), { target: { value: "1" } });
    await press("Redeem $1.00");
    expect(await screen.findByText("$1.00 redeemed from the test card")).toBeDefined();
    expect(screen.getByText(/^It works\. \$0\.00 is left on it\./)).toBeDefined();
    expect(server.asked(`PUT ${CARD}/redeemed`)[0]?.body).toEqual({ value: 1 });
  });

  it("is looked up by its own call when its code is typed", async () => {
    server.on(`GET ${CARD}`, () =>
      refusal(404, { errorCode: "INVALID_CODE", errorMessage: "Invalid code." }),
    );
    renderApp("/scan-counter", { as: "clerk" });
    fireEvent.change(await screen.findByLabelText("Card number or code"), { target: { value: CODE } });
    await act(async () => fireEvent.submit(screen.getByRole("search")));
    expect(await screen.findByText("No card found")).toBeDefined();
    expect(server.asked(`GET /Cards/codes/${encodeURIComponent(CODE)}`)).toEqual([]);
  });
});
