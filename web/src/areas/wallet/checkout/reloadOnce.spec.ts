// @vitest-environment jsdom
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "@/paths";
import type { Profile } from "@/session/current";

const kept = vi.hoisted(() => ({ profile: undefined as Profile | undefined }));
vi.mock("@/session/session", () => ({ restore: async () => kept.profile, fresh: async () => kept.profile }));
vi.mock("@/areas/wallet/checkout/CheckoutPage", () => ({ CheckoutPage: () => null }));

/** Records full page loads that the app requests. */
const sentTo = vi.fn<(address: string) => void>();

/** Simulates a full page load: all modules load afresh, with the real routes. */
async function openDocument(path: string) {
  vi.resetModules();
  const { routes } = await import("@/areas/wallet/routes");
  const { cachedIn, createQueryClient } = await import("@/api/queryClient");
  const router = createMemoryRouter([...routes.inShop, { path: "*" }], {
    initialEntries: [path],
    ...cachedIn(createQueryClient(() => undefined)),
  });
  const here = () => router.state.location.pathname;
  vi.stubGlobal("location", {
    get pathname() {
      return here();
    },
    get href() {
      return `http://localhost${here()}`;
    },
    assign: sentTo,
    reload: () => sentTo(`http://localhost${here()}`),
  });
  return {
    here,
    navigate: (to: string) => void router.navigate(to),
    isThere: () => router.state.initialized,
  };
}

const CHECKOUT = `http://localhost${paths.checkout()}`;

function signIn(): void {
  kept.profile = { userId: "per_1" } as Profile;
  localStorage.setItem("signedInUserId", "per_1");
}

beforeEach(() => {
  sessionStorage.clear();
  sentTo.mockClear();
  signIn();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Navigates to the checkout inside the app, and expects a full page load. */
async function expectFetched(tab: Awaited<ReturnType<typeof openDocument>>): Promise<void> {
  sentTo.mockClear();
  const before = tab.here();
  tab.navigate(paths.checkout());
  await vi.waitFor(() => expect(sentTo).toHaveBeenCalledExactlyOnceWith(CHECKOUT));
  expect(tab.here(), "what is on the screen stays there").toBe(before);
}

/** Opens the checkout with a full page load. */
async function arrive() {
  const tab = await openDocument(paths.checkout());
  await vi.waitFor(() => expect(tab.isThere()).toBe(true));
  return tab;
}

describe("mustBeFresh", () => {
  it("loads the page once on each visit to the checkout", async () => {
    await expectFetched(await openDocument(paths.cart()));
    sentTo.mockClear();
    const tab = await arrive();
    expect(sentTo).not.toHaveBeenCalled();
    tab.navigate(paths.cart());
    await vi.waitFor(() => expect(tab.here()).toBe(paths.cart()));
    await expectFetched(tab);
  });

  it("loads the page again if its address was typed", async () => {
    await openDocument(paths.checkout());
    await vi.waitFor(() => expect(sentTo).toHaveBeenCalledExactlyOnceWith(CHECKOUT));
    await arrive();
    expect(sentTo).toHaveBeenCalledTimes(1);
  });

  it("loads the page again after a load that led to the sign-in page", async () => {
    await expectFetched(await openDocument(paths.cart()));
    kept.profile = undefined;
    const tab = await arrive();
    expect(tab.here()).toBe(paths.signIn());
    signIn();
    await expectFetched(tab);
    expect(sentTo).toHaveBeenCalledTimes(1);
  });

  it("loads the page again after a failed load, and leaves the browser where it was", async () => {
    const tab = await openDocument(paths.cart());
    await expectFetched(tab);
    await expectFetched(tab);
    await expectFetched(await openDocument(paths.orders()));
    expect(sentTo).toHaveBeenCalledTimes(1);
  });

  it("does not loop without session storage", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full");
    });
    await arrive();
    expect(sentTo).not.toHaveBeenCalled();
  });
});
