// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { visit } from "@/shared/testing/visit";
import { press } from "@/ui/testing/press";
import { EnrolTillPage } from "./EnrolTillPage";
import { keyLook } from "@/ui/keyLook";
import { TillPage } from "./TillPage";

const server = standInServer();
const kept = vi.hoisted(() => ({ secret: undefined as string | undefined, canKeep: true }));

vi.mock("@/session/tillSecret", () => ({
  readTillSecret: async () => kept.secret,
  keepTillSecret: async (secret: string) => void (kept.secret = secret),
  forgetTillSecret: () => void (kept.secret = undefined),
  canKeepTillSecret: async () => kept.canKeep,
}));

const signInByPin = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => ({ signInByPin }));

const till = {
  name: "Front",
  vendorName: "Maple Leaf Books",
  vendorLogoPath: null,
  idleMinutes: 10,
  clerks: [
    { id: "per_1", name: "Ann R.", isLocked: false },
    { id: "per_2", name: "Bob S.", isLocked: true },
  ],
};

beforeEach(() => {
  kept.secret = "secret";
  kept.canKeep = true;
  signInByPin.mockReset();
});
afterEach(cleanup);

/** One after the other, as a finger does. */
function typeDigits(digits: string): Promise<void> {
  return Array.from(digits).reduce((typed, digit) => typed.then(() => press(digit)), Promise.resolve());
}

describe("TillPage", () => {
  it("shows who can sign in, and signs in by the keys of its pad", async () => {
    server.on("GET /Tills/current", () => till);
    const router = visit(TillPage, "/till");
    await screen.findByText("Who is at the counter?");
    expect(screen.getByRole("button", { name: /Bob S\./ }).textContent).toContain("Locked");
    await press("Ann R.");
    await typeDigits("25801");
    await press("Delete the last digit");
    await press("Sign in");
    const credentials = { secret: "secret", idleMinutes: 10, personId: "per_1", pin: "2580" };
    await vi.waitFor(() => expect(signInByPin).toHaveBeenCalledWith(credentials));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe("/scan-vendor-transactions"));
  });

  it("takes digits of a keyboard, and nothing before there are four", async () => {
    server.on("GET /Tills/current", () => till);
    visit(TillPage, "/till");
    await screen.findByText("Who is at the counter?");
    await press("Ann R.");
    const field = screen.getByLabelText<HTMLInputElement>("Your PIN");
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: "2a5-8" } });
    expect(field.value).toBe("258");
    await press("Sign in");
    expect(signInByPin).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: "1234567890" } });
    expect(field.value).toBe("12345678");
  });

  it("says what was wrong with a PIN, and clears it", async () => {
    server.on("GET /Tills/current", () => till);
    const { ApiError } = await import("@/api/error");
    const body = { traceId: "t", errorCode: "WRONG_PIN", errorMessage: "This PIN is not right.", fields: {} };
    signInByPin.mockRejectedValue(new ApiError(400, body));
    visit(TillPage, "/till");
    await screen.findByText("Who is at the counter?");
    await press("Ann R.");
    await typeDigits("1358");
    await press("Sign in");
    await screen.findByText("This PIN is not right.");
    expect(screen.getByLabelText<HTMLInputElement>("Your PIN").value).toBe("");
  });

  it("forgets a till that was revoked, and says how to go on", async () => {
    server.on("GET /Tills/current", () =>
      refusal(403, { errorCode: "TILL_UNKNOWN", errorMessage: "No till." }),
    );
    visit(TillPage, "/till");
    await screen.findByText("This device is not a till");
    expect(kept.secret).toBeUndefined();
  });
});

it("PinPad: its keys look like those of the amount that is redeemed", async () => {
  server.on("GET /Tills/current", () => till);
  visit(TillPage, "/till");
  await screen.findByText("Who is at the counter?");
  await press("Ann R.");
  const keys = within(screen.getByRole("group")).getAllByRole("button");
  expect(keys.map(({ className }) => className.includes(keyLook))).toEqual(Array(12).fill(true));
});

describe("EnrolTillPage", () => {
  it("makes the device a till when its button is pressed, and not before", async () => {
    kept.secret = undefined;
    const enrolled = { name: "Front", vendorName: "Maple Leaf Books", secret: "new" };
    server.on("POST /Tills/enrolled", () => enrolled);
    visit(EnrolTillPage, "/till/enrol#token=abc");
    expect(server.asked("POST /Tills/enrolled")).toHaveLength(0);
    await press("Make it a till");
    await screen.findByText("This device is a till now");
    expect(server.asked("POST /Tills/enrolled")[0]?.body).toEqual({ token: "abc" });
    expect(kept.secret).toBe("new");
  });

  it("says where a new link comes from when this one is used up, and no toast says it again", async () => {
    server.on("POST /Tills/enrolled", () => refusal(400, { errorCode: "DEAD_LINK", errorMessage: "Used." }));
    const showError = vi.fn<(text: string) => void>();
    const router = createMemoryRouter([{ path: "/till/enrol", Component: EnrolTillPage }], {
      initialEntries: ["/till/enrol#token=abc"],
    });
    render(
      <QueryClientProvider client={createQueryClient(showError)}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await press("Make it a till");
    expect(await screen.findByText(/A manager makes a new one in the portal/)).toBeTruthy();
    expect(showError).not.toHaveBeenCalled();
  });

  it("warns where the browser would forget it", async () => {
    kept.canKeep = false;
    visit(EnrolTillPage, "/till/enrol#token=abc");
    expect(await screen.findByText("This browser can’t be a till")).toBeTruthy();
  });
});
