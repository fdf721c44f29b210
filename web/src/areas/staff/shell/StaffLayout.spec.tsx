// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { standInServer } from "@/api/testing/server";
import { replaceProfile, type Profile } from "@/session/current";
import { StaffLayout } from "./StaffLayout";

standInServer();
afterEach(() => {
  cleanup();
  replaceProfile(undefined);
});

it("StaffLayout: the lock is an icon on a phone, and is called by its words all the same", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const clerk = { userId: "per_1", roles: ["EMPLOYEE"], tenantType: "VENDOR", tenantIds: ["ten_1"] };
  replaceProfile({ ...clerk, till: "Front", idleMinutes: 10 } as unknown as Profile);
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={createMemoryRouter([{ path: "/", Component: StaffLayout }])} />
    </QueryClientProvider>,
  );
  const lock = screen.getByRole("button", { name: "Lock" });
  expect(lock.title).toBe("Lock");
  expect(screen.getByText("Lock").className).toBe("max-sm:sr-only");
});
