// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet, RouterProvider, type RouteObject } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { RootErrorPage } from "@/shared/page/RootErrorPage";
import { RouteAnnouncer } from "@/shared/page/RouteAnnouncer";

function TestPage({ title, to }: { title: string; to: string }) {
  return (
    <Page title={title} description={`About ${title}`}>
      <PageHeading>{title}</PageHeading>
      <Link to={to}>Go on</Link>
    </Page>
  );
}

function Root() {
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
    </>
  );
}

function Broken(): never {
  throw new Error("no");
}

function show(children: RouteObject[]) {
  const router = createMemoryRouter([{ Component: Root, ErrorBoundary: RootErrorPage, children }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

let router: ReturnType<typeof show>;

beforeEach(() => {
  router = show([
    { path: "/", element: <TestPage title="One" to="/two" /> },
    { path: "/two", element: <TestPage title="Two" to="/two?sort=name" /> },
  ]);
});

afterEach(cleanup);

const announcement = () => screen.getByRole("status").textContent;

describe("a page", () => {
  it("names the document and describes it", () => {
    expect(document.title).toBe("One · FunRay");
    expect(document.querySelector("meta[name=description]")?.getAttribute("content")).toBe("About One");
  });

  it("that loads first is announced by the browser, not by us", () => {
    expect(announcement()).toBe("");
    expect(document.activeElement).toBe(document.body);
  });

  it("that comes next is announced, and its heading takes the focus", async () => {
    screen.getByText("Go on").click();
    const heading = await screen.findByRole("heading", { name: "Two" });
    await waitFor(() => expect(announcement()).toBe("Two · FunRay"));
    expect(document.activeElement).toBe(heading);
  });

  it("keeps the focus where it is when only its query changes", async () => {
    screen.getByText("Go on").click();
    await screen.findByRole("heading", { name: "Two" });
    const link = screen.getByText("Go on");
    link.focus();
    link.click();
    await waitFor(() => expect(router.state.location.search).toBe("?sort=name"));
    await screen.findByRole("heading", { name: "Two" });
    expect(document.activeElement).toBe(link);
  });
});

describe("a page that breaks", () => {
  it("says so calmly and offers a way on", async () => {
    cleanup();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    show([{ path: "/", Component: Broken }]);
    expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Load again" })).toBeDefined();
    expect(logged).toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
