// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { replaceProfile, type Profile, type Role } from "./current";
import { redirectToHome, mustBeAbleTo, mustBeGuest, mustBeSignedIn, notFoundGuard } from "./guards";

const kept = vi.hoisted(() => ({ profile: undefined as Profile | undefined, isHanging: false }));
vi.mock("./session", () => ({
  restore: async () => kept.profile,
  fresh: () => (kept.isHanging ? new Promise(() => undefined) : Promise.resolve(kept.profile)),
}));

const drawn = vi.fn<(path: string) => void>();
const told = vi.fn<(reason: string) => void>();

function Spot({ path }: { path: string }) {
  drawn(path);
  return <h1>{path}</h1>;
}

const guards = {
  "/transactions": mustBeSignedIn,
  "/admin/users": mustBeAbleTo("enterAdmin"),
  "/admin/reporting": mustBeAbleTo("manageTenants", () => told("not theirs")),
  "/admin/*": notFoundGuard(() => told("nothing here")),
  "/admin": redirectToHome,
  "/signin": mustBeGuest,
};
const open = ["/", "/admin/signin", "/admin/vendor/summary", "/scan-counter"];

function visit(path: string) {
  const guarded = Object.entries(guards).map(([at, guard]) => ({
    path: at,
    middleware: [guard],
    HydrateFallback: () => null,
    lazy: async () => ({ element: <Spot path={at} /> }),
  }));
  const router = createMemoryRouter(
    [...guarded, ...open.map((at) => ({ path: at, element: <Spot path={at} /> }))],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

function signIn(roles: Role[], tenantType: Profile["tenantType"] = null) {
  kept.profile = { userId: "per_1", roles, tenantType } as Profile;
  localStorage.setItem("signedInUserId", "per_1");
}

beforeEach(() => {
  localStorage.clear();
  replaceProfile(undefined);
  Object.assign(kept, { profile: undefined, isHanging: false });
  drawn.mockClear();
  told.mockClear();
});

async function arrival(path: string) {
  const router = visit(path);
  await screen.findByRole("heading");
  const { pathname, search } = router.state.location;
  return pathname + search;
}

describe("route guard", () => {
  it("sends visitors to the right sign-in page, with the way back, before drawing anything", async () => {
    expect(await arrival("/transactions?page=2")).toBe("/signin?redirect-url=%2Ftransactions%3Fpage%3D2");
    cleanup();
    expect(await arrival("/admin/users")).toBe("/admin/signin?redirect-url=%2Fadmin%2Fusers");
    expect(drawn.mock.calls.flat()).not.toContain("/transactions");
    expect(drawn.mock.calls.flat()).not.toContain("/admin/users");
  });

  it.each<[Role, Profile["tenantType"], string]>([
    ["SUPER_ADMINISTRATOR", null, "/admin/users"],
    ["ADMINISTRATOR", null, "/admin/users"],
    ["MANAGER", "VENDOR", "/admin/users"],
    ["EMPLOYEE", "VENDOR", "/"],
    ["CONSUMER", null, "/"],
  ])("lets %s %s into the admin portal, or home: %s", async (role, tenantType, place) => {
    signIn([role], tenantType);
    expect(await arrival("/admin/users")).toBe(place);
    expect(new Set(drawn.mock.calls.flat())).toEqual(new Set([place]));
  });

  it.each<[Role, Profile["tenantType"], string]>([
    ["ADMINISTRATOR", null, "/admin/reporting"],
    ["MANAGER", "VENDOR", "/admin/vendor/summary"],
    ["EMPLOYEE", "VENDOR", "/scan-counter"],
    ["CONSUMER", null, "/"],
  ])("leads %s %s from the sign-in page and the entry to %s", async (role, tenantType, place) => {
    signIn([role], tenantType);
    expect(await arrival("/signin")).toBe(place);
    cleanup();
    expect(await arrival("/admin")).toBe(place);
  });

  it.each([
    ["/admin/reporting", "not theirs"],
    ["/admin/nothing", "nothing here"],
  ])("keeps a manager from %s in the portal, with a message", async (path, reason) => {
    signIn(["MANAGER"], "VENDOR");
    expect(await arrival(path)).toBe("/admin/vendor/summary");
    expect(told.mock.calls).toEqual([[reason]]);
  });

  it("leads customers and visitors home from an unknown portal address", async () => {
    expect(await arrival("/admin/nothing")).toBe("/");
    cleanup();
    signIn(["CONSUMER"]);
    expect(await arrival("/admin/nothing")).toBe("/");
    expect(told).not.toHaveBeenCalled();
  });

  it.each(["/transactions", "/admin/users", "/signin"])(
    "leads a clerk who signed in by PIN from %s to the counter",
    async (path) => {
      signIn(["MANAGER"], "VENDOR");
      kept.profile = { ...kept.profile, till: "Front" } as Profile;
      expect(await arrival(path)).toBe("/scan-counter");
    },
  );

  it("admits users at once while their session is being renewed on a slow connection", async () => {
    signIn(["CONSUMER"]);
    kept.isHanging = true;
    expect(await arrival("/transactions")).toBe("/transactions");
  });
});
