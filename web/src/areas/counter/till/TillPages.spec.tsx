// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import { refusal, renderApp, server, toasts } from "@/testing/renderApp";
import { keyClass } from "@/ui/form/keyClass";
import { press } from "@/ui/testing/press";

const kept = vi.hoisted(() => ({ secret: undefined as string | undefined, canKeep: true }));

vi.mock("@/session/tillSecret", () => ({
  readTillSecret: async () => kept.secret,
  storeTillSecret: async (secret: string) => void (kept.secret = secret),
  clearTillSecret: () => void (kept.secret = undefined),
  canStoreTillSecret: async () => kept.canKeep,
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

/** Presses one key after the other. */
function typeDigits(digits: string): Promise<void> {
  return Array.from(digits).reduce((typed, digit) => typed.then(() => press(digit)), Promise.resolve());
}

describe("TillPage", () => {
  it("lists the clerks, and signs in with the keys of its pad", async () => {
    server.on("GET /Tills/current", () => till);
    const { place } = renderApp(paths.till());
    await screen.findByText("Who is at the counter?");
    expect(screen.getByRole("button", { name: /Bob S\./ }).textContent).toContain("Locked");
    await press("Ann R.");
    await typeDigits("25801");
    await press("Delete the last digit");
    await press("Sign in");
    const credentials = { secret: "secret", idleMinutes: 10, personId: "per_1", pin: "2580" };
    await vi.waitFor(() => expect(signInByPin).toHaveBeenCalledWith(credentials));
    // The code of the counter page is loaded on the way.
    await vi.waitFor(() => expect(place()).not.toBe(paths.till()), { timeout: 10_000 });
  });

  it("accepts digits of a keyboard, and is disabled until there are four", async () => {
    server.on("GET /Tills/current", () => till);
    renderApp(paths.till());
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

  it("shows the name of a clerk who has just chosen a PIN, without a reload", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
    server.on("GET /Tills/current", () => till);
    renderApp(paths.till());
    await screen.findByText("Who is at the counter?");
    const mia = { id: "per_3", name: "Mia T.", isLocked: false };
    server.on("GET /Tills/current", () => ({ ...till, clerks: [...till.clerks, mia] }));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByRole("button", { name: "Mia T." })).toBeDefined();
  });

  it.each([
    ["beside the names", "secret", "Who is at the counter?"],
    ["on a device that is no till", undefined, "This device is not a till"],
  ])("offers to sign in with a password %s", async (_, secret, title) => {
    kept.secret = secret;
    server.on("GET /Tills/current", () => till);
    renderApp(paths.till());
    await screen.findByText(title);
    const link = screen.getByRole("link", { name: "Sign in with password" });
    expect(link.getAttribute("href")).toBe(paths.signIn());
  });
});

it("PinPad: its keys look like those of AmountPad", async () => {
  server.on("GET /Tills/current", () => till);
  renderApp(paths.till());
  await screen.findByText("Who is at the counter?");
  await press("Ann R.");
  const keys = within(screen.getByRole("group")).getAllByRole("button");
  expect(keys.map(({ className }) => className.includes(keyClass))).toEqual(Array(12).fill(true));
});

describe("EnrolTillPage", () => {
  it("leaves the history once its link is used, so that Back doesn't return to it", async () => {
    server.on("POST /Tills/enrolled", () => ({ ...till, secret: "secret" }));
    server.on("GET /Tills/current", () => till);
    const { place, router } = renderApp("/till/enrol#token=abc", { from: paths.about() });
    await press("Make it a till");
    fireEvent.click(await screen.findByRole("link", { name: "To the till" }));
    await waitFor(() => expect(place()).toBe(paths.till()));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(place()).toBe(paths.about()));
  });

  it("explains where to get a new link if this one was used, without a toast", async () => {
    server.on("POST /Tills/enrolled", () => refusal(400, { errorCode: "DEAD_LINK", errorMessage: "Used." }));
    renderApp("/till/enrol#token=abc");
    await press("Make it a till");
    expect(await screen.findByText(/A manager makes a new one in the portal/)).toBeTruthy();
    expect(toasts()).toEqual([]);
  });

  it("warns if the browser would delete the till's secret", async () => {
    kept.canKeep = false;
    renderApp("/till/enrol#token=abc");
    expect(await screen.findByText("This browser can’t be a till")).toBeTruthy();
  });
});
