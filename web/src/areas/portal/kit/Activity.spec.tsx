// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { createTestClient, server } from "@/shared/testing/render";
import { Activity } from "./Activity";

it("Activity: loads in parallel with the record, and appears below it", async () => {
  const client = createTestClient();
  const page = (isWaiting: boolean) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Activity subjectId="ten_1" isWaiting={isWaiting} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page(true));
  await expect.poll(() => server.asked("GET /Audit")).toHaveLength(1);
  expect(server.asked("GET /Audit")[0]?.query.get("subjectId")).toBe("ten_1");
  expect(screen.queryByRole("heading")).toBeNull();
  rerender(page(false));
  expect(await screen.findByText("Nothing was recorded here.")).toBeDefined();
  expect(server.asked("GET /Audit")).toHaveLength(1);
});
