// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { press } from "@/ui/testing/press";
import { currentToasts } from "@/ui/toast";
import { DeadLetters } from "./openCases";
import type { DeadLetter } from "./queries";

const server = standInServer();

const letter: DeadLetter = {
  id: "job_1",
  kind: "gift mail",
  to: "bob@home.example",
  about: null,
  attempts: 12,
  lastError: "The mailbox is full.",
  createdAt: "2025-03-06T17:00:00Z",
};

afterEach(cleanup);

describe("a mail that was given up", () => {
  it("can be sent again, and is on the list no more", async () => {
    let items = [letter];
    server.on("GET /Helpdesk/dead-letters", () => ({
      items,
      pageIndex: 1,
      pageSize: 10,
      totalItems: items.length,
      totalPages: 1,
    }));
    server.on("POST /Helpdesk/dead-letters/job_1/sent-again", () => void (items = []));
    render(
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <RouterProvider router={createMemoryRouter([{ path: "/", element: <DeadLetters /> }])} />
      </QueryClientProvider>,
    );
    expect((await screen.findByRole("row", { name: /Gift by e-mail/ })).textContent).toContain(
      "mailbox is full",
    );
    await press("Try again: Gift by e-mail to bob@home.example");
    await waitFor(() => expect(screen.queryByText("Not delivered")).toBeNull());
    expect(server.asked("POST /Helpdesk/dead-letters/job_1/sent-again")).toHaveLength(1);
    expect(server.asked("GET /Helpdesk/dead-letters")).toHaveLength(2);
    await waitFor(() => expect(currentToasts().map(({ text }) => text)).toEqual(["Trying again now."]));
  });
});
