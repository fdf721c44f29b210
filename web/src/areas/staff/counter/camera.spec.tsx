// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { StaffLayout } from "@/areas/staff/shell/StaffLayout";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { cardDetail } from "@/shared/testing/samples";
import { currentToasts, dismissToasts } from "@/ui/toast";
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
} from "@/areas/staff/scan/testing/camera";

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

describe("the addresses of the counter", () => {
  it("are one page: the camera that one of them has started runs on beside the card that it scans", async () => {
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

  it("start the camera at one of them alone, and not for the next time", async () => {
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

  it("lead a manager who scans for the portal to the card there, and elsewhere open it in place", async () => {
    asManager();
    const router = await show();
    await hold(OURS);
    expect(router.state.location.pathname).toBe(adminPaths.vendorArea().card("crd_1"));
    cleanup();
    const counter = await show(paths.counter());
    await hold(OURS);
    expect(counter.state.location.pathname).toBe(paths.scanCard("crd_1"));
  });

  it("open a card to be looked at where that is asked for", async () => {
    server.on("GET /Cards/crd_1", () => scanned);
    await show(`${paths.scanCard("crd_1")}?isView=true`);
    expect(screen.getByText("CURRENT BALANCE")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Redeem" })).toBeNull();
  });
});

describe("a code in front of the camera", () => {
  it("is looked for every 300 milliseconds", async () => {
    await show();
    expect(detect).toHaveBeenCalledTimes(1);
    await pass(SCAN_DELAY_MS - 1);
    expect(detect).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(detect).toHaveBeenCalledTimes(2);
  });

  it("is nobody's when it isn't a card's, which the server need not be asked", async () => {
    await show();
    await hold("https://example.com/menu");
    expect(alerts()).toEqual([expect.stringMatching(/^Not a gift card.*Invalid code/)]);
    expect(toasts()).toEqual([]);
    expect(timesLookedUp("https://example.com/menu")).toBe(0);
  });

  it("is told once, however long it is held there", async () => {
    await show();
    await hold(GONE, 40);
    expect(alerts()).toEqual([expect.stringMatching(/^No card found.*Invalid code/)]);
    await hold(undefined, 2);
    await hold(GONE, 2);
    expect(timesLookedUp(GONE)).toBe(1);
  });

  it("is refused in the card's place when it is no card's, and the field has the focus of a keyboard", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    await show();
    await hold(GONE, 2);
    expect(alerts()).toEqual([expect.stringMatching(/isn’t from your shop/)]);
    expect(document.activeElement).toBe(screen.getByLabelText("Card number or code"));
  });

  it("is told again when it comes back", async () => {
    await show();
    await hold(GONE, 2);
    await hold(undefined, 3);
    await hold(GONE, 2);
    expect(timesLookedUp(GONE)).toBe(2);
  });

  it("waits while another one is looked up, and is next", async () => {
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

  it("is one scan, though the hand trembles while it is looked up", async () => {
    await show();
    const answer = lateAnswer(GONE);
    await hold(GONE);
    await hold(undefined, 5);
    await answer(noCard());
    await hold(GONE, 20);
    expect(timesLookedUp(GONE)).toBe(1);
  });
});

describe("a code that nobody has answered", () => {
  it.each([
    ["without a network", loseAnswer],
    ["when a proxy speaks for the server", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ])("is tried again after a moment, not at every look, %s", async (_, fail) => {
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

  it("is left alone once it is answered", async () => {
    server.on(lookUpOf(GONE), loseAnswer);
    await show();
    await hold(GONE, 10);
    server.on(lookUpOf(GONE), noCard);
    await hold(GONE, 60);
    expect(timesLookedUp(GONE)).toBe(2);
  });

  it("is tried again at once when it was away", async () => {
    server.on(lookUpOf(OURS), loseAnswer);
    const router = await show();
    await hold(OURS);
    server.on(lookUpOf(OURS), () => scanned);
    await hold(undefined, 3);
    await hold(OURS);
    expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
  });
});

describe("a browser that can't read QR codes", () => {
  beforeEach(installDecoder);

  it.each([
    ["has no detector", () => undefined],
    ["has one for other codes", () => installDetector(["ean_13"])],
  ])("leaves it to a decoder of our own: it %s", async (_, install) => {
    install();
    const router = await show();
    await hold(OURS);
    expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
    expect(detect).not.toHaveBeenCalled();
    // The picture is scaled down to the size that decoding needs.
    expect(readPicture).toHaveBeenCalledWith(0, 0, 720, 405);
    expect(workers.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1]);
  });

  it("listens to its decoder once, however often it looks", async () => {
    await show();
    await hold(undefined, 20);
    expect(workers[0]?.listen.mock.calls.map(([kind]) => kind)).toEqual(["message", "error"]);
  });

  it.each([
    ["while a picture is looked at", false],
    ["between two looks", true],
  ])("says so when the decoder fails %s, and begins anew with another one", async (_, isIdle) => {
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

  it("says so when it has no workers either", async () => {
    vi.stubGlobal("Worker", undefined);
    await show();
    expect(screen.getByRole("alert").textContent).toMatch(/Codes can’t be read/);
  });
});

it("a picture that the browser's detector can't take is followed by the next", async () => {
  const router = await show();
  detect.mockRejectedValueOnce(new DOMException("", "InvalidStateError"));
  await hold(OURS, 2);
  expect(router.state.location.pathname).toBe(paths.scanCard("crd_1"));
});

describe("a camera", () => {
  it("with a light has a button for it, which says whether it is lit", async () => {
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

  it("whose light can’t be lit loses its button", async () => {
    camera.hasTorch = true;
    await show();
    camera.track.applyConstraints.mockRejectedValueOnce(new DOMException("busy", "NotReadableError"));
    await press("Light");
    expect(screen.queryByRole("button", { name: "Light" })).toBeNull();
    expect(screen.getByLabelText("Camera picture")).toBeDefined();
  });

  it("without one has none", async () => {
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
  ])("that says %s is explained: %s", async (name, title, text) => {
    camera.refusal = new DOMException("", name);
    await show();
    const alert = screen.getByRole("alert");
    expect(alert.querySelector("h2")?.textContent).toBe(title);
    expect(alert.textContent).toMatch(text);
    expect(document.activeElement).toBe(screen.getByLabelText("Card number or code"));
  });

  it("that was refused is asked for anew", async () => {
    camera.refusal = new DOMException("", "NotAllowedError");
    await show();
    camera.refusal = undefined;
    await press("Try again");
    expect(timesAsked()).toBe(2);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByLabelText("Camera picture")).toBeDefined();
  });

  it("that is pulled out gives no picture any more", async () => {
    await show();
    await act(async () => camera.track.dispatchEvent(new Event("ended")));
    expect(screen.getByRole("alert").textContent).toMatch(/The camera shows no picture/);
  });
});

it("a number that is typed and is no card's is refused in the card's place, and stays to be corrected", async () => {
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

it("the switch for sounds and vibration says in its state, not in its name, whether they are on", async () => {
  await show();
  expect(isPressed("Sounds and vibration")).toBe("false");
  await press("Sounds and vibration");
  expect(isPressed("Sounds and vibration")).toBe("true");
});
