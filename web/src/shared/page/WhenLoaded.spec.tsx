// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { errorFromAnswer, errorFromFailure } from "@/api/error";
import { currentToasts, dismissToasts } from "@/ui/toast";
import { WhenLoaded } from "./WhenLoaded";

afterEach(() => {
  cleanup();
  dismissToasts();
});

const refetch = vi.fn<() => Promise<never>>();

function show(query: { data?: string; error?: Error }) {
  const element = (
    <WhenLoaded
      query={{ data: query.data, error: query.error ?? null, refetch }}
      placeholder={<p>on its way</p>}
      otherwise="/others"
    >
      {(name) => <p>{name}</p>}
    </WhenLoaded>
  );
  const routes = [
    { path: "/", element },
    { path: "/others", element: <p>the others</p> },
  ];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

it("shows the shape of what is on its way, then the thing", () => {
  show({});
  expect(screen.getByText("on its way")).toBeDefined();
  cleanup();
  show({ data: "Maple Leaf Books" });
  expect(screen.getByText("Maple Leaf Books")).toBeDefined();
});

it.each([
  [404, "NOT_FOUND"],
  [400, "VALIDATION"],
])("leads to the others when there is no such thing, and says so: %d %s", async (status, errorCode) => {
  show({ error: errorFromAnswer(status, { errorCode, errorMessage: "No." }) });
  expect(await screen.findByText("the others")).toBeDefined();
  expect(currentToasts().map(({ text }) => text)).toEqual(["No."]);
});

it.each([
  errorFromFailure(new TypeError("offline")),
  errorFromAnswer(503, {}),
  errorFromAnswer(404, "<html>"),
])("offers another try when nobody could say: %s", (error) => {
  show({ error });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalled();
});
