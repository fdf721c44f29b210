// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { camera, hold, pass } from "@/areas/counter/camera/testing/camera";
import { paths } from "@/paths";
import { server, signInAs } from "@/shared/testing/render";
import { cardDetail } from "@/shared/testing/samples";
import { CounterPage } from "./CounterPage";

const CODE = `FR1:${"1".repeat(32)}`;
const LOOK_UP = `GET /Cards/codes/${encodeURIComponent(CODE)}`;
const card = cardDetail({ cardBalance: 25, isMine: false, isPresented: true });

/** Shows the counter on a phone, where an open card replaces the camera. */
async function show() {
  const router = createMemoryRouter([{ path: "*", element: <CounterPage /> }], {
    initialEntries: [paths.scanCode()],
  });
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await settle();
  return () => router.state.location.pathname;
}

async function settle(): Promise<void> {
  await act(() => vi.dynamicImportSettled());
  await pass(0);
}

async function press(role: "button" | "link", name: string): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole(role, { name })));
  await settle();
}

const picture = () => screen.queryByLabelText("Camera picture");
const switchOff = () => screen.queryByRole("button", { name: "Turn the camera off" });

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  signInAs("clerk");
  server.on(LOOK_UP, () => card);
  server.on("GET /Cards/crd_1", () => card);
  server.on("GET /Cards/crd_1/transactions", () => new Promise<never>(() => undefined));
  server.on("GET /Vendors/ten_1/counter-day", () => new Promise<never>(() => undefined));
  server.on("PUT /Cards/crd_1/redeemed", () => ({
    cardId: "crd_1",
    transactionId: "trf_1",
    transactionType: "Redeemed",
    value: 5,
    balance: 20,
    cardBalance: 20,
    date: "2026-03-10T15:00:00Z",
    undoSeconds: 60,
    redemptionsLeft: null,
    amountLeft: null,
  }));
});

it("CounterCamera: after a card on a phone, opens its code again only once it has been out of sight", async () => {
  const place = await show();
  await hold(CODE);
  expect(place()).toBe(paths.scanCard("crd_1"));
  expect(picture()).toBeNull();
  await settle();
  await press("button", "Redeem");
  await press("button", "5");
  await press("button", "Redeem $5.00");
  await press("link", "Next card");
  expect(picture()).not.toBeNull();
  await hold(CODE, 5);
  expect(place()).toBe(paths.counter());
  expect(server.asked(LOOK_UP)).toHaveLength(1);
  await hold(undefined, 3);
  await hold(CODE);
  expect(place()).toBe(paths.scanCard("crd_1"));
});

it("CounterCamera: can be switched off while it has a picture, not while it is in trouble", async () => {
  camera.refusal = new DOMException("", "NotAllowedError");
  await show();
  expect(screen.getByRole("alert").textContent).toContain("No access to the camera");
  expect(switchOff()).toBeNull();
  camera.refusal = undefined;
  await press("button", "Try again");
  expect(picture()).not.toBeNull();
  expect(switchOff()).not.toBeNull();
});
