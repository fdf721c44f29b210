// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import type { Profile, Role } from "@/session/current";
import { inMain, renderApp } from "@/testing/renderApp";
import type { Who } from "@/shared/testing/render";
import { createStandIn, demoAccounts, profileOf, type ApiDocument } from "./standIn";

const read = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");

const answer = createStandIn(JSON.parse(read("crates/funray/openapi.json")) as ApiDocument);

function answerFetch(token: string) {
  const unknown: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname: path } = new URL(input instanceof Request ? input.url : input, "http://localhost");
    const { status, body, file } = answer({ method: init?.method ?? "GET", path, token });
    if (status >= 400) unknown.push(path);
    if (file) return new Response(file.text, { headers: { "content-type": file.type } });
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  });
  return unknown;
}

/** Pages of each account. */
const tours: [email: string, as: Who, pages: string[]][] = [
  ["", "guest", [paths.home(), paths.vendor("ten_1"), paths.charities()]],
  ["buyer@demo.test", "shopper", [paths.wallet(), paths.orders(), paths.cart()]],
  ["employee@vendor-a.test", "clerk", [paths.counter(), paths.scanCard("crd_1")]],
  [
    "manager@vendor-a.test",
    "manager",
    [adminPaths.vendorArea().summary(), adminPaths.vendorArea().information()],
  ],
  [
    "manager@charity-a.test",
    "charity manager",
    [adminPaths.charityArea().summary(), adminPaths.charityArea().campaigns()],
  ],
  [
    "super@demo.test",
    "super administrator",
    [adminPaths.dashboard(), adminPaths.vendors(), adminPaths.cards()],
  ],
];

const visits = tours.flatMap(([email, as, pages]) =>
  pages.map((page) => [page, email || "a guest", as] as const),
);

const signIn = (email: string) =>
  answer({ method: "POST", path: "/api/v1/OAuth/login", body: { email } }).status;

describe("createStandIn", () => {
  it.each(visits)("answers every call of %s for %s", async (page, email, as) => {
    const { roles = "", ...person } = profileOf(email) ?? {};
    const profile: Partial<Profile> = { ...person, roles: [roles as Role], workplaces: [] };
    const unknown = answerFetch(email);
    const crash = vi.spyOn(console, "error").mockReturnValue();
    renderApp(page, as === "guest" ? {} : { as, profile });
    await waitFor(() => expect(inMain().getByRole("heading", { level: 1 })).toBeDefined());
    await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
    expect(crash.mock.calls).toEqual([]);
    expect(unknown).toEqual([]);
    expect(screen.queryByText(/Error number/)).toBeNull();
    cleanup();
    crash.mockRestore();
  });

  it("signs in each account of the demo, and no other", () => {
    const accounts =
      /ACCOUNTS: \[[^=]*= \[([^;]*)\];/.exec(read("crates/funray/src/demo/people.rs"))?.[1] ?? "";
    const emails = [...accounts.matchAll(/\("([^"]+@[^"]+)"/g)].map(([, email]) => email);
    expect(Object.keys(demoAccounts)).toEqual(emails);
    expect(emails.map((email) => signIn(email ?? ""))).toEqual(emails.map(() => 200));
    expect(signIn("nobody@demo.test")).toBe(400);
  });
});
