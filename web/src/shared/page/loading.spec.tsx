// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider, useParams, useSearchParams } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cachedIn, createQueryClient } from "@/api/queryClient";
import { campaignQuery, vendorQuery } from "@/api/queries/shopWindow";
import { refusal, standInServer } from "@/api/testing/server";
import { press } from "@/ui/testing/press";
import { PageError } from "./PageError";
import { loading } from "./loading";
import { useLoaded } from "./useLoaded";

const server = standInServer();
const VENDOR = "GET /Public/vendor/ten_1";
const vendor = { id: "ten_1", displayName: "Maple Leaf Books" };

function Shop() {
  const { id = "" } = useParams();
  const [, setSearch] = useSearchParams();
  const { displayName } = useLoaded(vendorQuery(id));
  const campaign = useQuery(campaignQuery("cmp_1"));
  return (
    <>
      <h1>{displayName}</h1>
      <p>{campaign.data ? campaign.data.name : "waiting"}</p>
      <button type="button" onClick={() => setSearch({ q: "x" })}>
        Narrow
      </button>
    </>
  );
}

function show(readings: Parameters<typeof loading>[0]) {
  const client = createQueryClient(() => undefined);
  let comes: () => void = vi.fn();
  const code = new Promise<{ Component: typeof Shop }>((resolve) => {
    comes = () => resolve({ Component: Shop });
  });
  const layout = (
    <>
      <header>Around it</header>
      <Outlet />
    </>
  );
  const routes = [
    {
      element: layout,
      children: [{ path: "/:id", lazy: () => code, ErrorBoundary: PageError, ...loading(readings) }],
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/ten_1"], ...cachedIn(client) });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { comes };
}

const needs = { needs: ({ params: { id = "" } }) => [vendorQuery(id)] } satisfies Parameters<
  typeof loading
>[0];

beforeEach(() => {
  server.on(VENDOR, () => vendor);
  server.on("GET /Public/charities/campaigns/cmp_1", () => ({ id: "cmp_1", name: "Winter meals" }));
});
afterEach(() => void vi.restoreAllMocks());

describe("loading needs", () => {
  it("reads them once, while the page's code loads", async () => {
    const code = show(needs);
    await waitFor(() => expect(server.asked(VENDOR)).toHaveLength(1));
    expect(screen.queryByRole("heading")).toBeNull();
    code.comes();
    await screen.findByRole("heading", { name: "Maple Leaf Books" });
    expect(server.asked(VENDOR)).toHaveLength(1);
  });

  it("doesn't read them again when only a filter changes", async () => {
    const filter = vi.fn(needs.needs);
    show({ needs: filter }).comes();
    await screen.findByRole("heading", { name: "Maple Leaf Books" });
    await press("Narrow");
    expect(filter).toHaveBeenCalledTimes(1);
  });

  it("requires the route to declare them", async () => {
    const told = vi.spyOn(console, "error").mockReturnValue();
    show({}).comes();
    await screen.findAllByText("Something went wrong");
    expect(String(told.mock.calls)).toContain("/api/v1/Public/vendor/{id}");
  });
});

describe("loading starts", () => {
  it("doesn't wait for them", async () => {
    let answer: (campaign: unknown) => void = vi.fn();
    const answered = new Promise<never>((resolve) => (answer = resolve as typeof answer));
    server.on("GET /Public/charities/campaigns/cmp_1", () => answered);
    show({ ...needs, starts: () => [campaignQuery("cmp_1")] }).comes();
    await screen.findByText("waiting");
    answer({ id: "cmp_1", name: "Winter meals" });
    await screen.findByText("Winter meals");
    expect(server.asked("GET /Public/charities/campaigns/cmp_1")).toHaveLength(1);
  });
});

describe("page whose data can't be loaded", () => {
  it("shows the server's message for a missing record, within its layout", async () => {
    server.on(VENDOR, () => refusal(404, { errorCode: "NOT_FOUND", errorMessage: "No such shop." }));
    show(needs).comes();
    await screen.findByText("No such shop.");
    expect(screen.getByText("Around it")).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to the home page" })).toBeDefined();
  });

  it("is tried again after other errors, and shown", async () => {
    server.on(VENDOR, () => refusal(500, { errorCode: "INTERNAL", errorMessage: "Trouble." }));
    show(needs).comes();
    const again = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getByText("Around it")).toBeDefined();
    server.on(VENDOR, () => vendor);
    await press(again.textContent);
    await screen.findByRole("heading", { name: "Maple Leaf Books" });
  });
});
