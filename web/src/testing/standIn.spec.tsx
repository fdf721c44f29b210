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

const api = JSON.parse(read("crates/funray/openapi.json")) as ApiDocument & {
  components: { schemas: Record<string, Schema> };
};
const answer = createStandIn(api);

interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Returns where the value does not fit the schema. */
function faultsIn(value: unknown, schema: Schema, at: string): string[] {
  if (schema.$ref)
    return faultsIn(value, api.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, at);
  const parts = (schema.allOf ?? []).flatMap((part) => faultsIn(value, part, at));
  const choices = schema.oneOf?.map((choice) => faultsIn(value, choice, at)) ?? [];
  const chosen = choices.length === 0 || choices.some((faults) => faults.length === 0) ? [] : choices.flat();
  const types = [schema.type ?? []].flat();
  const type = typeOf(value);
  const isTyped =
    types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
  const isListed = schema.enum === undefined || value === null || schema.enum.includes(value);
  const own = isTyped && isListed ? [] : [`${at}: ${JSON.stringify(value)}`];
  const fields = type === "object" ? (value as Record<string, unknown>) : {};
  const missing = (schema.required ?? []).filter((name) => type === "object" && !(name in fields));
  return [
    ...parts,
    ...chosen,
    ...own,
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      name in fields ? faultsIn(fields[name], property, `${at}.${name}`) : [],
    ),
    ...(Array.isArray(value) && schema.items
      ? value.flatMap((item) => faultsIn(item, schema.items ?? {}, `${at}[]`))
      : []),
  ];
}

type Described = Record<string, { content?: Record<string, { schema?: Schema }> }>;

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

  it("answers every reading as the API document describes it", () => {
    const faults = Object.entries(api.paths).flatMap(([path, methods]) => {
      const responses = methods["get"]?.responses as Described | undefined;
      const schema = responses?.["200"]?.content?.["application/json"]?.schema;
      if (!schema) return [];
      const asked = path.replaceAll(/\{[^}]*\}/g, "x");
      const { status, body } = answer({ method: "GET", path: asked, token: "super@demo.test" });
      return status === 200 ? faultsIn(body, schema, path) : [`${path}: ${status}`];
    });
    expect(faults).toEqual([]);
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
