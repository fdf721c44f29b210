// Opens account pages the way a browser would, for their tests: real routes around them, and a server that says what it is told.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, vi } from "vitest";
import { keyOf } from "@/api/reading";

export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** Every call gets this answer. Returns what was asked. */
export function answerWith(answer: () => Response) {
  const asked: { address: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    asked.push({ address, body: JSON.parse(body) as unknown });
    return answer();
  });
  return asked;
}

/** Shows a page at an address; all other addresses are empty pages. Returns the router, which knows where one is. */
export function visit(Page: ComponentType, address: string) {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(keyOf("/api/v1/Public/settings"), {
    captcha: { siteKey: null, challengeUrl: "/captcha/challenge" },
  });
  client.setQueryData(keyOf("/api/v1/Public/Categories"), [{ id: "c1", value: "c1", text: "Books" }]);
  client.setQueryData(keyOf("/api/v1/Public/Organizations"), [{ id: "o1", value: "o1", text: "Schools" }]);
  const [path = ""] = address.split(/[?#]/);
  const router = createMemoryRouter(
    [
      { path, Component: Page },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

export function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

export async function leave(label: string): Promise<void> {
  await act(async () => fireEvent.blur(screen.getByLabelText(label)));
}

/** A rule of a form: what is in the field called so, and what the form says when the field is left. */
export type Rule = [label: string, value: string, message: string];

/** What a form says about a field when it is left with this in it; and that it said nothing before. */
export async function verdictOn(label: string, value: string): Promise<string | undefined> {
  const field = screen.getByLabelText(label);
  fill(label, value);
  const verdict = () => document.getElementById(`${field.id}-error`)?.textContent;
  expect(verdict()).toBeUndefined();
  await leave(label);
  return verdict();
}

/** Fills in what is given, by label. */
export function fillAll(values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) fill(label, value);
}
