// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { earnToken } from "@/features/captcha/earnToken";
import { paths } from "@/paths";
import { fill } from "@/shared/testing/fields";
import { refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { press } from "@/ui/testing/press";

vi.mock("@/features/captcha/earnToken", () => ({ earnToken: vi.fn<typeof earnToken>() }));

const CALL = "POST /Cards/numbers/-/balance";

const found = {
  brand: "funray" as const,
  vendorId: "ten_1",
  vendorName: "Maple Leaf Books",
  vendorLogoPath: null,
  vendorHue: 120,
  isVendorActive: true,
  charityName: null,
  charityLogoPath: null,
  cardNumber: "•••• 4821",
  cardBalance: 12.6,
  isDeactive: false,
  isCancelled: false,
  isRefunded: false,
};

async function lookUp(number: string, end: string) {
  fill("Card Number", number);
  fill("Last four characters of the code", end);
  await press("Show the balance");
}

describe("BalancePage", () => {
  beforeEach(() => {
    vi.mocked(earnToken).mockResolvedValue({ token: "proof", livesMs: 600_000 });
    renderApp(paths.balance());
  });

  it("shows the balance of the card with this number and end of the code", async () => {
    server.on(CALL, () => found);
    await screen.findByRole("heading", { name: "Card balance" });
    await lookUp("6035 7200-1184 4821", "7q2x");
    await waitFor(() => expect(screen.getByText("CURRENT BALANCE").nextSibling?.textContent).toBe("$12.60"));
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Card balance" }));
    expect(server.asked(CALL)[0]).toMatchObject({ body: { codeEnd: "7q2x", reCaptchaToken: "proof" } });
    await press("Look up another card");
    expect(screen.getByLabelText("Card Number")).toHaveProperty("value", "");
  });

  it("says at the field that number and code fit no card, without a toast", async () => {
    const sentence = "We know no card with this number and these four characters. Please check both.";
    server.on(CALL, () => refusal(404, { errorCode: "NO_SUCH_CARD", errorMessage: sentence }));
    await screen.findByRole("heading", { name: "Card balance" });
    await lookUp("6035720011844821", "7Q2X");
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(toasts()).toEqual([]);
  });

  it("says what a number and the end of a code look like", async () => {
    await screen.findByRole("heading", { name: "Card balance" });
    await lookUp("1234", "x");
    expect(await screen.findByText("A card number has 16 digits.")).toBeDefined();
    expect(screen.getByText("Please type four characters.")).toBeDefined();
    expect(server.asked(CALL)).toEqual([]);
  });
});
