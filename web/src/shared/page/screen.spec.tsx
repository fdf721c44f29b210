// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";
import { screen as declare } from "./screen";
import { LatePageError } from "./LateErrorPage";

async function goWithoutCode(load: () => Promise<{ Shop: () => React.JSX.Element }>) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const layout = {
    ErrorBoundary: LatePageError,
    children: [
      { path: "/", element: <h1>Home</h1> },
      declare({ path: "/shop", load, Component: "Shop", budget: "public" }).route,
    ],
  };
  const around = (
    <>
      <header>Around it</header>
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ element: around, children: [layout] }]);
  render(<RouterProvider router={router} />);
  await screen.findByRole("heading", { name: "Home" });
  await act(() => router.navigate("/shop"));
}

const missing = () => Promise.reject(new TypeError("Failed to fetch"));

it("screen: shows an error inside its layout if its code can't be loaded", async () => {
  await goWithoutCode(missing);
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText("Unable to connect to server")).toBeDefined();
  expect(screen.getByText("Around it")).toBeDefined();
});

it("screen: shows an error if its code takes too long", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const going = goWithoutCode(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(20_000);
  await going;
  vi.useRealTimers();
  expect(await screen.findByText(/The server does not answer/)).toBeDefined();
  expect(screen.getByText("Around it")).toBeDefined();
});

it("screen: loads again as soon as the network is back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = vi.fn<() => Promise<{ Shop: () => React.JSX.Element }>>(missing);
  await goWithoutCode(load);
  await screen.findByText("Unable to connect to server");
  online.mockReturnValue(true);
  load.mockResolvedValue({ Shop: () => <h1>Maple Leaf Books</h1> });
  act(() => void dispatchEvent(new Event("online")));
  expect(await screen.findByRole("heading", { name: "Maple Leaf Books" })).toBeDefined();
});
