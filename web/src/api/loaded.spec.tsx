// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, queryOptions } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { load, useLoaded } from "@/api/loaded";

const queryFn = vi.fn(async () => "pine");
const query = queryOptions({ queryKey: ["colour"], queryFn, staleTime: Infinity });

function Page() {
  return <p>{useLoaded(query).data}</p>;
}

function show(client: QueryClient) {
  return render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queryFn.mockClear();
});

describe("a query shared by loader and page", () => {
  it("is asked by the loader and only taken by the page", async () => {
    const client = new QueryClient();
    await load(client, query);
    await load(client, query);
    show(client);
    expect(screen.getByText("pine")).toBeDefined();
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  it("that the loader forgot is reported at once", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => show(new QueryClient())).toThrow('The route\'s loader must load ["colour"]');
  });
});
