// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { brand } from "@/brands/current";
import { paths } from "@/paths";
import { signInAs, type Who } from "@/shared/testing/render";
import { renderApp } from "@/testing/renderApp";

async function show(path: string, as: Who = "guest") {
  const app = renderApp(path, { as });
  await screen.findAllByRole("banner");
  return app;
}

/** The dialog's code loads on demand, which takes longer on a busy machine. */
function dialogCalled(name: string) {
  return screen.findByRole("dialog", { name }, { timeout: 20_000 });
}

it("CartCount: is hidden for an empty cart", async () => {
  await show(paths.home());
  const [link] = screen.getAllByRole("link", { name: "Shopping cart, items: 0" });
  expect(link?.querySelector("[aria-hidden]:not(svg)")).toBeNull();
});

it.each([
  [true, ["Shop", "Causes", "Cart", "Wallet"]],
  [false, ["Home", "Shop", "Cart", "Wallet"]],
])("BottomBar: has a link to the causes if there are any: %s", async (hasCharities, names) => {
  vi.spyOn(brand, "hasCharities", "get").mockReturnValue(hasCharities);
  await show(paths.about());
  const bar = screen.getAllByRole("navigation", { name: "Main" }).at(-1) as HTMLElement;
  const texts = within(bar)
    .getAllByRole("link")
    .map(({ textContent }) => names.find((name) => textContent?.endsWith(name)));
  expect(texts).toEqual(names);
  vi.restoreAllMocks();
});

it("useContactDialog: opens on arrival; closing removes the parameter, after a warning about a typed message", async () => {
  const { place } = await show(`${paths.about()}?support=show&from=mail`);
  const dialog = await dialogCalled("Contact Us");
  expect(dialog.textContent).toContain("416-555-0142");
  fireEvent.input(within(dialog).getByLabelText("Message"), { target: { value: "Hello" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(place()).toBe(`${paths.about()}?from=mail`));
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toEqual([]));
});

it("EntryLinks: offers guests to sign in, and users their account", async () => {
  await show(paths.home());
  const header = screen.getByRole("banner");
  expect(within(header).getByRole("link", { name: "Sign In" })).toBeDefined();
  act(() => signInAs("shopper"));
  const account = await within(header).findByRole("link", { name: "My account: Ann Roy" });
  expect(within(header).queryByRole("link", { name: "Sign In" })).toBeNull();
  expect(account.getAttribute("href")).toBe(paths.account());
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  const menu = await dialogCalled("Menu");
  expect(within(menu).queryByRole("link", { name: "Register" })).toBeNull();
  expect(within(menu).getByRole("button", { name: "Sign out" })).toBeDefined();
});

it("Footer: claims the copyright of the current year, not of the build's", async () => {
  vi.useFakeTimers({ now: Date.parse("2031-05-01T12:00:00Z"), toFake: ["Date"] });
  await show(paths.about());
  const footer = within(screen.getByRole("contentinfo"));
  expect(footer.getByText(`© 2031 ${brand.company.name}`)).toBeDefined();
});

const counterLink = () => within(screen.getByRole("banner")).queryByRole("link", { name: "At the counter" });

it("PublicLayout: links clerks, and no others, to the counter", async () => {
  await show(paths.home(), "clerk");
  expect(counterLink()?.getAttribute("href")).toBe(paths.counter());
  cleanup();
  await show(paths.home(), "shopper");
  expect(counterLink()).toBeNull();
});

it.each<[Who, string | undefined]>([
  ["shopper", paths.orders()],
  ["clerk", undefined],
  ["guest", undefined],
])("MenuSheet: links shoppers to their orders: %s", async (who, href) => {
  await show(paths.home(), who);
  fireEvent.click(screen.getByRole("button", { name: "Menu" }));
  const orders = within(await dialogCalled("Menu")).queryByRole("link", { name: "My orders" });
  expect(orders?.getAttribute("href")).toBe(href);
});
