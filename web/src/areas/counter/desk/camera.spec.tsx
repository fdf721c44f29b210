// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { StaffLayout } from "@/areas/counter/shell/StaffLayout";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { cardDetail } from "@/shared/testing/samples";
import { currentToasts, dismissToasts } from "@/ui/overlay/toast";
import { CounterPage } from "./CounterPage";
import {
  camera,
  detect,
  hold,
  installDecoder,
  installDetector,
  pass,
  readPicture,
  SCAN_DELAY_MS,
  timesAsked,
  workers,
} from "@/areas/counter/camera/testing/camera";

const server = standInServer();
const OURS = `FR1:${"1".repeat(32)}`;
const GONE = `FR1:${"2".repeat(32)}`;
const scanned = cardDetail({ id: "crd_1", vendorId: "ten_1", isMine: false, isPresented: true });
const lookUpOf = (code: string) => `GET /Cards/codes/${encodeURIComponent(code)}`;
const timesLookedUp = (code: string) => server.asked(lookUpOf(code)).length;
const noCard = () => refusal(404, { traceId: "t1", errorCode: "INVALID_CODE", errorMessage: "" });
const loseAnswer = (): never => {
  throw new TypeError("Failed to fetch");
};

const addresses = [paths.counter(), paths.scanCode(), paths.scanCard(":id")].map((path) => ({
  path,
  element: null,
}));

async function show(at = paths.scanCode()) {
  const router = createMemoryRouter(
    [
      { element: <StaffLayout />, children: [{ element: <CounterPage />, children: addresses }] },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [at] },
  );
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await act(() => vi.dynamicImportSettled());
  await pass(0);
  return router;
}

/** Delays the server's answer until the returned function is called. */
function lateAnswer(code: string) {
  let arrive!: (answer: unknown) => void;
  const given = new Promise((resolve) => (arrive = resolve));
  server.on(lookUpOf(code), () => given);
  return async (answer: unknown) => {
    arrive(answer);
    await pass(0);
  };
}

const alerts = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);
const toasts = () => currentToasts().map(({ text }) => text);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const isPressed = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed");

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  localStorage.clear();
  dismissToasts();
  const clerk = { userId: "per_1", roles: ["EMPLOYEE"], tenantType: "VENDOR", tenantIds: ["ten_1"] };
  replaceProfile(clerk as Profile);
  server.on(lookUpOf(OURS), () => scanned);
  server.on(lookUpOf(GONE), noCard);
  server.on("GET /Vendors/ten_1/counter-day", () => new Promise<never>(() => undefined));
  server.on("GET /Cards/crd_1/transactions", () => new Promise<never>(() => undefined));
});

const asDesk = () =>
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("fine") || query.includes("700"),
  }));
const asManager = () => {
  const manager = { userId: "per_2", roles: ["MANAGER"], tenantType: "VENDOR", tenantIds: ["ten_1"] };
  replaceProfile(manager as Profile);
};

describe("the paths of the counter", () => {
  it("share one page: a started camera keeps running beside a scanned card", async () => {
    asDesk();
    const router = await show();
    const field = screen.getByLabelText("Card number or code");
    await hold(OURS);
    expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
    expect(screen.getByLabelText("Amount of the bill")).toBe(document.activeElement);
    expect(screen.getByLabelText("Card number or code")).toBe(field);
    await hold(undefined, 3);
    await hold(GONE);
    expect(router.state.location.pathname).toBe(paths.counter());
    expect(alerts()).toHaveLength(1);
    expect(timesAsked()).toBe(1);
  });

  it("start the camera at one of them only, without changing the stored choice", async () => {
    asDesk();
    await show();
    expect(screen.getByLabelText("Camera picture")).toBeDefined();
    cleanup();
    await show(paths.counter());
    expect(screen.queryByLabelText("Camera picture")).toBeNull();
  });

  it.each<[string, () => void, string]>([
    ["a clerk to the list", () => undefined, paths.scanCards()],
    ["a manager to the cards in the portal", asManager, adminPaths.vendorArea().cards()],
  ])("lead %s when the camera is closed", async (_, become, place) => {
    become();
    await show();
    expect(screen.getByRole("link", { name: "Back to the list" }).getAttribute("href")).toBe(place);
  });

  it("open a scanned card in the portal for a manager who scans for it, and in place elsewhere", async () => {
    asManager();
    const router = await show();
    await hold(OURS);
    expect(router.state.location.pathname).toBe(adminPaths.vendorArea().card("crd_1"));
    cleanup();
    const counter = await show(paths.counter());
    await hold(OURS);
    expect(counter.state.location.pathname).toBe(paths.scanCard("crd_1"));
  });

  it("open a card for viewing if the address asks for it", async () => {
    server.on("GET /Cards/crd_1", () => scanned);
    await show(`${paths.scanCard("crd_1")}?isView=true`);
    expect(screen.getByText("CURRENT BALANCE")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
  });
});

describe("useScanLoop", () => {
  it("looks for a code every 300 milliseconds", async () => {
    await show();
    expect(detect).toHaveBeenCalledTimes(1);
    await pass(SCAN_DELAY_MS - 1);
    expect(detect).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(detect).toHaveBeenCalledTimes(2);
  });

  it("sends no request for a QR code that is not a card's", async () => {
    await show();
    await hold("https://example.com/menu");
    expect(alerts()).toEqual([expect.stringMatching(/^Not a gift card.*Invalid code/)]);
    expect(toasts()).toEqual([]);
    expect(timesLookedUp("https://example.com/menu")).toBe(0);
  });

  it("reports a code once, however long it is in sight", async () => {
    await show();
    await hold(GONE, 40);
    expect(alerts()).toEqual([expect.stringMatching(/^No card found.*Invalid code/)]);
    await hold(undefined, 2);
    await hold(GONE, 2);
    expect(timesLookedUp(GONE)).toBe(1);
  });

  it("refuses an unknown card in the card slot, and focuses the search field", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    await show();
    await hold(GONE, 2);
    expect(alerts()).toEqual([expect.stringMatching(/isn’t from your shop/)]);
    expect(document.activeElement).toBe(screen.getByLabelText("Card number or code"));
  });

  it("reports a code again when it comes back", async () => {
    await show();
    await hold(GONE, 2);
    await hold(undefined, 3);
    await hold(GONE, 2);
    expect(timesLookedUp(GONE)).toBe(2);
  });

  it("reports another code only after the current look-up", async () => {
    const router = await show();
    const answer = lateAnswer(GONE);
    await hold(GONE);
    await hold(OURS, 5);
    expect(timesLookedUp(OURS)).toBe(0);
    await answer(noCard());
    await hold(OURS);
    expect(timesLookedUp(OURS)).toBe(1);
    expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
  });

  it("counts a trembling code as one scan during the look-up", async () => {
    await show();
    const answer = lateAnswer(GONE);
    await hold(GONE);
    await hold(undefined, 5);
    await answer(noCard());
    await hold(GONE, 20);
    expect(timesLookedUp(GONE)).toBe(1);
  });
});

describe("useScanLoop after an unanswered look-up", () => {
  it.each([
    ["without a network", loseAnswer],
    ["when a proxy speaks for the server", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ])("retries after a while, not on every frame, %s", async (_, fail) => {
    server.on(lookUpOf(GONE), fail);
    await show();
    await hold(GONE, 15);
    expect(timesLookedUp(GONE)).toBe(1);
    expect(alerts()).toEqual([expect.stringMatching(/^No connection/)]);
    await hold(GONE);
    expect(timesLookedUp(GONE)).toBe(2);
    await hold(GONE, 14);
    expect(timesLookedUp(GONE)).toBe(2);
    await hold(GONE);
    expect(timesLookedUp(GONE)).toBe(3);
  });

  it("does not retry after an answer", async () => {
    server.on(lookUpOf(GONE), loseAnswer);
    await show();
    await hold(GONE, 10);
    server.on(lookUpOf(GONE), noCard);
    await hold(GONE, 60);
    expect(timesLookedUp(GONE)).toBe(2);
  });

  it("retries at once if the code was out of sight", async () => {
    server.on(lookUpOf(OURS), loseAnswer);
    const router = await show();
    await hold(OURS);
    server.on(lookUpOf(OURS), () => scanned);
    await hold(undefined, 3);
    await hold(OURS);
    expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
  });
});

describe("a browser without a detector for QR codes", () => {
  beforeEach(installDecoder);

  it.each([
    ["has no detector", () => undefined],
    ["has a detector only for other codes", () => installDetector(["ean_13"])],
  ])("uses our own decoder if it %s", async (_, install) => {
    install();
    const router = await show();
    await hold(OURS);
    expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
    expect(detect).not.toHaveBeenCalled();
    // The picture is scaled down to the size that decoding needs.
    expect(readPicture).toHaveBeenCalledWith(0, 0, 720, 405);
    expect(workers.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1]);
  });

  it("adds one listener to the decoder, however many frames it gets", async () => {
    await show();
    await hold(undefined, 20);
    expect(workers[0]?.listen.mock.calls.map(([kind]) => kind)).toEqual(["message", "error"]);
  });

  it.each([
    ["during a frame", false],
    ["between two frames", true],
  ])("reports that the decoder has failed %s, and starts another one on retry", async (_, isIdle) => {
    await show();
    const [first] = workers;
    if (first) first.isLoaded = isIdle;
    await pass(SCAN_DELAY_MS);
    first?.failToLoad();
    await pass(SCAN_DELAY_MS);
    expect(screen.getByRole("alert").textContent).toMatch(/Codes can’t be read.*Check the connection/);
    expect(screen.getByLabelText("Card number or code")).toBeDefined();
    expect(camera.stop).toHaveBeenCalled();
    expect(first?.terminate).toHaveBeenCalled();

    await press("Try again");
    expect(screen.queryByRole("alert")).toBeNull();
    await hold(OURS);
    expect(timesLookedUp(OURS)).toBe(1);
    expect(workers).toHaveLength(2);
  });

  it("reports that scanning is impossible without workers", async () => {
    vi.stubGlobal("Worker", undefined);
    await show();
    expect(screen.getByRole("alert").textContent).toMatch(/Codes can’t be read/);
  });
});

it("Detector: continues with the next frame after one that the browser can't decode", async () => {
  const router = await show();
  detect.mockRejectedValueOnce(new DOMException("", "InvalidStateError"));
  await hold(OURS, 2);
  expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
});

describe("useCamera", () => {
  it("offers a torch button, which shows whether the torch is on", async () => {
    camera.hasTorch = true;
    await show();
    expect(isPressed("Light")).toBe("false");
    await press("Light");
    expect(camera.track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] });
    expect(isPressed("Light")).toBe("true");
    await press("Light");
    expect(camera.track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] });
    expect(isPressed("Light")).toBe("false");
  });

  it("hides the torch button if the torch can't be switched on", async () => {
    camera.hasTorch = true;
    await show();
    camera.track.applyConstraints.mockRejectedValueOnce(new DOMException("busy", "NotReadableError"));
    await press("Light");
    expect(screen.queryByRole("button", { name: "Light" })).toBeNull();
    expect(screen.getByLabelText("Camera picture")).toBeDefined();
  });

  it("has no button without a torch", async () => {
    await show();
    expect(screen.getByLabelText("Camera picture")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Light" })).toBeNull();
  });

  it.each([
    ["NotAllowedError", "No access to the camera", /Allow it for this page/],
    ["SecurityError", "No access to the camera", /Allow it for this page/],
    ["NotFoundError", "No camera found", /There is none on this device/],
    ["OverconstrainedError", "No camera found", /There is none on this device/],
    ["NotReadableError", "The camera shows no picture", /Another app may be using it/],
  ])("explains %s as: %s", async (name, title, text) => {
    camera.refusal = new DOMException("", name);
    await show();
    const alert = screen.getByRole("alert");
    expect(alert.querySelector("h2")?.textContent).toBe(title);
    expect(alert.textContent).toMatch(text);
    expect(document.activeElement).toBe(screen.getByLabelText("Card number or code"));
  });

  it("finds no camera on a device without one, whatever error the browser reports", async () => {
    camera.isThere = false;
    camera.refusal = new DOMException("", "NotReadableError");
    await show();
    expect(screen.getByRole("alert").querySelector("h2")?.textContent).toBe("No camera found");
  });

  it("requests the camera again after a refusal", async () => {
    camera.refusal = new DOMException("", "NotAllowedError");
    await show();
    camera.refusal = undefined;
    await press("Try again");
    expect(timesAsked()).toBe(2);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByLabelText("Camera picture")).toBeDefined();
  });

  it("reports that the camera was unplugged", async () => {
    await show();
    await act(async () => camera.track.dispatchEvent(new Event("ended")));
    expect(screen.getByRole("alert").textContent).toMatch(/The camera shows no picture/);
  });
});

it("CounterPage: refuses a typed unknown number in the card slot, and keeps it for correction", async () => {
  server.on(lookUpOf("4000000000000000"), noCard);
  await show();
  const field = screen.getByLabelText<HTMLInputElement>("Card number or code");
  fireEvent.change(field, { target: { value: "4000000000000000" } });
  await press("Find card");
  await pass(0);
  expect(toasts()).toEqual([]);
  expect(alerts()).toEqual([expect.stringMatching(/No card with this number at your shop/)]);
  expect(field.value).toBe("4000 0000 0000 0000");
});

it("useFeedbackSwitch: the button shows its state by aria-pressed, not by its name", async () => {
  await show();
  expect(isPressed("Sounds and vibration")).toBe("false");
  await press("Sounds and vibration");
  expect(isPressed("Sounds and vibration")).toBe("true");
});
