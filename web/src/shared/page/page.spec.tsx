// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { createMemoryRouter, Link, Outlet, RouterProvider, type RouteObject } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Page, PageArea } from "@/shared/page/Page";
import { PageError } from "@/shared/page/PageError";
import { PageHeading } from "@/shared/page/PageHeading";
import { RootErrorPage } from "@/shared/page/RootErrorPage";
import { RouteAnnouncer } from "@/shared/page/RouteAnnouncer";
import { currentToasts, dismissToasts, toast } from "@/ui/overlay/toast";

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

function Failing(): never {
  throw new Error("another one");
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
  document.head.innerHTML = "<title>FunRay</title>";
  router = show([
    { path: "/", element: <TestPage title="One" to="/two" /> },
    { path: "/two", element: <TestPage title="Two" to="/two?sort=name" /> },
  ]);
});

const announcement = () => screen.getByRole("status").textContent;

/** Waits for the announcement, which comes a moment after the page is visible. */
async function goOn() {
  screen.getByText("Go on").click();
  await waitFor(() => expect(announcement()).toBe("Two · FunRay"));
}

describe("Page", () => {
  it("sets the document's title and description", () => {
    expect(document.title).toBe("One · FunRay");
    expect(document.querySelector("meta[name=description]")?.getAttribute("content")).toBe("About One");
  });

  it("begins its title with the area", async () => {
    cleanup();
    show([
      {
        path: "/",
        element: (
          <PageArea value="Portal">
            <Page title="One" />
          </PageArea>
        ),
      },
    ]);
    await waitFor(() => expect(document.title).toBe("Portal - One · FunRay"));
  });

  it("changes the title of the HTML, and adds no second one", async () => {
    await goOn();
    expect([...document.querySelectorAll("title")].map(({ text }) => text)).toEqual(["Two · FunRay"]);
  });

  it("leaves announcing the first page to the browser", () => {
    expect(announcement()).toBe("");
    expect(document.activeElement).toBe(document.body);
  });

  it("announces the next page, and focuses its heading", async () => {
    await goOn();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Two" })));
  });

  it("keeps the focus when only the query changes", async () => {
    await goOn();
    const link = screen.getByText("Go on");
    link.focus();
    link.click();
    await waitFor(() => expect(router.state.location.search).toBe("?sort=name"));
    await screen.findByRole("heading", { name: "Two" });
    await waitFor(() => expect(document.activeElement).toBe(link));
  });
});

describe("page whose heading needs its data", () => {
  const data = new EventTarget();
  const comes = () => data.dispatchEvent(new Event("here"));

  function LatePage() {
    const [isThere, setIsThere] = useState(false);
    useEffect(() => data.addEventListener("here", () => setIsThere(true), { once: true }), []);
    return isThere ? <TestPage title="Late" to="/" /> : <input aria-label="Search" />;
  }

  async function goToLatePage() {
    cleanup();
    show([
      { path: "/", element: <TestPage title="One" to="/late" /> },
      { path: "/late", Component: LatePage },
    ]);
    (await screen.findByText("Go on")).click();
    await screen.findByLabelText("Search");
  }

  it("is announced with its own title, and its heading gets the focus, when the data is there", async () => {
    await goToLatePage();
    expect(announcement()).toBe("");
    act(() => void comes());
    await waitFor(() => expect(announcement()).toBe("Late · FunRay"));
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Late" }));
  });

  it("doesn't move the focus of a user who has moved it meanwhile", async () => {
    const menu = document.createElement("button");
    document.body.append(menu);
    await goToLatePage();
    menu.focus();
    act(() => void comes());
    await waitFor(() => expect(announcement()).toBe("Late · FunRay"));
    expect(document.activeElement).toBe(menu);
    menu.remove();
  });
});

function List() {
  return (
    <Page title="List">
      <PageHeading>List</PageHeading>
      <Link to="/list/add">Add</Link>
      <Outlet />
    </Page>
  );
}

describe("sheet beside a list", () => {
  it("returns the focus to the element that opened it", async () => {
    cleanup();
    const routes = [{ path: "/list", Component: List, children: [{ path: "add", element: <p>Sheet</p> }] }];
    const shown = show([{ path: "/", element: <TestPage title="One" to="/list" /> }, ...routes]);
    screen.getByText("Go on").click();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "List" })));
    const opener = screen.getByText("Add");
    opener.click();
    await screen.findByText("Sheet");
    // As the browser does when a dialog closes.
    opener.focus();
    await act(() => shown.navigate("/list"));
    await waitFor(() => expect(screen.queryByText("Sheet")).toBeNull());
    expect(document.activeElement).toBe(opener);
  });
});

describe("page that throws", () => {
  it("shows an error page with a link", async () => {
    cleanup();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    show([{ path: "/", Component: Broken }]);
    expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeDefined();
    expect(await screen.findByRole("button", { name: "Reload" })).toBeDefined();
    expect(logged).toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("shows the number of its report", async () => {
    cleanup();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.stubGlobal("fetch", async () => Response.json({ number: "7k2m9qxt" }, { status: 202 }));
    show([{ path: "/", Component: Failing, ErrorBoundary: PageError }]);
    expect(await screen.findByText(/Report number 7k2m9qxt/)).toBeDefined();
    cleanup();
    show([{ path: "/", Component: Failing }]);
    expect(await screen.findByText(/Report number 7k2m9qxt/)).toBeDefined();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});

const texts = () => currentToasts().map(({ text }) => text);

describe("error toast", () => {
  afterEach(() => act(() => dismissToasts()));

  it("disappears on navigation, while one about a success stays", async () => {
    act(() => {
      toast.error("Please correct the marked fields.");
      toast.success("Saved");
    });
    fireEvent.pointerDown(screen.getByText("Go on"));
    await goOn();
    expect(texts()).toEqual(["Saved"]);
  });

  it("stays when it explains a redirect", async () => {
    fireEvent.pointerDown(screen.getByText("Go on"));
    act(() => toast.error("This card is gone."));
    await goOn();
    expect(texts()).toEqual(["This card is gone."]);
  });
});
