// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { keyOf } from "@/api/reading";
import { paths } from "@/paths";
import { replaceProfile, type Profile } from "@/session/current";
import { chooseRegion } from "@/session/region";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { PublicLayout, type ShellHandle } from "./PublicLayout";

vi.mock("@/session/region", () => ({ chosenRegionId: () => "", chooseRegion: vi.fn<typeof chooseRegion>() }));

beforeAll(installModalStandIns);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

const toronto = { id: "r1", value: "r1", name: "Toronto", text: "Toronto" };

function show(url: string, handle: ShellHandle = {}) {
  const client = new QueryClient();
  client.setQueryData(keyOf("/api/v1/Public/Regions"), [toronto]);
  const router = createMemoryRouter(
    [{ Component: PublicLayout, children: [{ path: "*", element: <h1>Page</h1>, handle }] }],
    { initialEntries: [url] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

/** Its code comes when it is asked for, which takes a busy machine a while. */
function dialogCalled(name: string) {
  return screen.findByRole("dialog", { name }, { timeout: 20_000 });
}

it("has a footer, except where a route says otherwise", () => {
  show(paths.about());
  expect(screen.getByRole("contentinfo")).toBeDefined();
  cleanup();
  show(paths.signIn(), { hidesFooter: true });
  expect(screen.queryByRole("contentinfo")).toBeNull();
});

it("says how many cards are in the cart, to eyes and ears", () => {
  localStorage.setItem("products", JSON.stringify({ cartDetails: [{ quantity: 3 }] }));
  show(paths.home());
  const link = within(screen.getByRole("banner")).getByRole("link", { name: "Shopping cart, items: 3" });
  expect(link.getAttribute("href")).toBe(paths.cart());
  expect(link.querySelector("[aria-hidden]:not(svg)")?.textContent).toBe("3");
});

it("shows no number on an empty cart", () => {
  show(paths.home());
  const [link] = screen.getAllByRole("link", { name: "Shopping cart, items: 0" });
  expect(link?.querySelector("[aria-hidden]:not(svg)")).toBeNull();
});

it("offers All Regions first, stored as empty, and hands on what is chosen", () => {
  show(paths.home());
  const [picker] = screen.getAllByRole("combobox", { name: "Region" });
  expect([...(picker?.children ?? [])].map((option) => option.textContent)).toEqual([
    "All Regions",
    "Toronto",
  ]);
  expect(picker).toHaveProperty("value", "");
  if (picker) fireEvent.change(picker, { target: { value: "r1" } });
  expect(chooseRegion).toHaveBeenLastCalledWith("r1");
});

it("opens the contact dialog on arrival with ?support=show; closing takes that out of the address", async () => {
  const router = show(`${paths.about()}?support=show&from=mail`);
  const dialog = await dialogCalled("Contact Us");
  expect(dialog.textContent).toContain("416-555-0142");
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(router.state.location.search).toBe("?from=mail"));
});

it("opens the contact dialog from the footer", async () => {
  show(paths.about());
  fireEvent.click(screen.getByRole("button", { name: "Contact Us" }));
  expect(await dialogCalled("Contact Us")).toBeDefined();
});

it("offers to sign in, and to whoever is signed in their account instead", async () => {
  show(paths.home());
  const header = screen.getByRole("banner");
  expect(within(header).getByRole("link", { name: "Sign In" })).toBeDefined();
  const ann = { userId: "per_1", displayName: "Ann Bee", avatarText: "AB", roles: ["CONSUMER"] };
  act(() => replaceProfile(ann as unknown as Profile));
  expect(within(header).queryByRole("link", { name: "Sign In" })).toBeNull();
  const account = within(header).getByRole("link", { name: "My account: Ann Bee" });
  expect(account.getAttribute("href")).toBe(paths.account());
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  const menu = await dialogCalled("Menu");
  expect(within(menu).queryByRole("link", { name: "Register" })).toBeNull();
  expect(within(menu).getByRole("button", { name: "Sign out" })).toBeDefined();
});

const counterLink = () => within(screen.getByRole("banner")).queryByRole("link", { name: "At the counter" });

const signedInAs = (roles: string[]) =>
  replaceProfile({ userId: "per_1", displayName: "Eli Novak", avatarText: "EN", roles } as Profile);

it("leads who stands at a counter there, and nobody else", () => {
  signedInAs(["EMPLOYEE"]);
  show(paths.home());
  expect(counterLink()?.getAttribute("href")).toBe(paths.scanCards());
  cleanup();
  signedInAs(["CONSUMER"]);
  show(paths.home());
  expect(counterLink()).toBeNull();
});

async function ordersInMenu(): Promise<HTMLElement | null> {
  show(paths.home());
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  return within(await dialogCalled("Menu")).queryByRole("link", { name: "My orders" });
}

it("leads whoever buys here from the menu to their orders; who only works at a counter has none", async () => {
  signedInAs(["CONSUMER"]);
  expect((await ordersInMenu())?.getAttribute("href")).toBe(paths.orders());
  cleanup();
  const clerk = { userId: "per_1", displayName: "Eli Novak", avatarText: "EN", roles: ["EMPLOYEE"] };
  replaceProfile({ ...clerk, tenantType: "VENDOR" } as Profile);
  expect(await ordersInMenu()).toBeNull();
  cleanup();
  replaceProfile(undefined);
  expect(await ordersInMenu()).toBeNull();
});
