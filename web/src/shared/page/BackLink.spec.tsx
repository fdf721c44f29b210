// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { BackLink, FROM_LIST } from "./BackLink";

it.each([
  ["as it was left, to users who came from it", FROM_LIST, "/list?q=coffee"],
  ["without filters, to users who came from elsewhere", null, "/list"],
])("BackLink: shows the list %s", async (_, state, place) => {
  const routes = [
    { path: "/list", element: <h1>List</h1> },
    { path: "/one", element: <BackLink to="/list">Back to the list</BackLink> },
  ];
  const router = createMemoryRouter(routes, {
    initialEntries: ["/list?q=coffee", { pathname: "/one", state }],
  });
  render(<RouterProvider router={router} />);
  await act(async () => fireEvent.click(screen.getByRole("link")));
  expect(router.state.location.pathname + router.state.location.search).toBe(place);
});
