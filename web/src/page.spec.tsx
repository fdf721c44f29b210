// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";
import { page } from "./page";
import { LatePageError } from "./shared/page/LateErrorPage";

it("page: whose code can't be had is replaced by what says so, with its layout around it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const shop = page("/shop", () => Promise.reject(new TypeError("Failed to fetch")), "Shop");
  const layout = { ErrorBoundary: LatePageError, children: [{ path: "/", element: <h1>Home</h1> }, shop] };
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
  await screen.findByRole("button", { name: "Reload" });
  expect(screen.getByText("Around it")).toBeDefined();
});
