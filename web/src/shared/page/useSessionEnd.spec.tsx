// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { replaceProfile, type Profile, type SessionEnd } from "@/session/current";
import { isAccountClosed } from "@/session/forcedNavigation";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { currentToasts, dismissToast } from "@/ui/overlay/toast";
import { useSessionEnd } from "./useSessionEnd";

const reload = vi.fn();

function Around() {
  const isReplaced = useSessionEnd(reload);
  return isReplaced ? null : <Outlet />;
}

function AccountForm() {
  const form = useZodForm(z.object({ name: z.string() }), { name: "" });
  return (
    <Form form={form} onSubmit={async () => undefined} submitLabel="Save">
      <FormTextField name="name" label="Name" />
    </Form>
  );
}

/** Shows the navigation state of the session's end. */
function SignedOut() {
  return <h1>{isAccountClosed(useLocation().state) ? "Account closed" : "Signed out"}</h1>;
}

function openAt(place: string) {
  const router = createMemoryRouter(
    [
      {
        Component: Around,
        children: [
          { path: "/charities", element: <h1>Charities</h1> },
          { path: "/account", element: <AccountForm />, handle: { isPrivate: true } },
          { path: "/signin", element: <h1>Sign In</h1> },
          { path: "/till", element: <h1>Till</h1> },
          { path: "/signed-out", Component: SignedOut },
        ],
      },
    ],
    { initialEntries: [place] },
  );
  render(<RouterProvider router={router} />);
  return () => router.state.location.pathname + router.state.location.search;
}

const takeOver = () =>
  act(async () => replaceProfile({ userId: "per_2", roles: ["CONSUMER"] } as unknown as Profile));

const end = (reason: SessionEnd) => act(async () => replaceProfile(undefined, reason));

beforeEach(() => replaceProfile({ userId: "per_1", roles: ["CONSUMER"] } as unknown as Profile));
afterEach(() => {
  reload.mockReset();
  currentToasts().forEach(({ id }) => dismissToast(id));
});

describe("useSessionEnd", () => {
  it.each<[SessionEnd, string, string]>([
    ["signed-out", "/charities", "/signed-out"],
    ["signed-out", "/account?tab=2", "/signed-out"],
    ["account-closed", "/account", "/signed-out"],
    ["signed-out-elsewhere", "/charities", "/charities"],
    ["signed-out-elsewhere", "/account", "/signed-out"],
    ["refused", "/charities", "/charities"],
    ["refused", "/account?tab=2", "/signin?redirect-url=%2Faccount%3Ftab%3D2"],
  ])("as %s on %s, leads the visitor to %s", async (reason, from, to) => {
    const place = openAt(from);
    await end(reason);
    await waitFor(() => expect(place()).toBe(to));
    // The sign-in page shows the reason itself.
    expect(currentToasts().map(({ text }) => text)).toEqual(
      reason === "refused" && from === to ? ["You have been signed out. Please sign in again."] : [],
    );
  });

  it.each<[SessionEnd, string]>([
    ["signed-out", "Signed out"],
    ["account-closed", "Account closed"],
  ])("as %s, informs the next page", async (reason, title) => {
    openAt("/account");
    await end(reason);
    expect(await screen.findByRole("heading", { name: title })).toBeDefined();
  });

  it("gives the reason on the till's page", async () => {
    replaceProfile({ userId: "per_1", till: "Front", roles: ["EMPLOYEE"] } as unknown as Profile);
    const place = openAt("/account");
    await end("refused");
    await waitFor(() => expect(place()).toBe("/till"));
    expect(currentToasts()).toHaveLength(1);
  });

  it("leaves the page even if the session ended before it was mounted", async () => {
    replaceProfile(undefined);
    const place = openAt("/account");
    await waitFor(() => expect(place()).toBe("/signin?redirect-url=%2Faccount"));
  });

  describe("when another person signs in in another tab", () => {
    it("hides a private page, which was the previous person's, and reloads", async () => {
      openAt("/account");
      fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Ann" } });
      await takeOver();
      expect(screen.queryByLabelText("Name")).toBeNull();
      expect(reload).toHaveBeenCalledOnce();
    });

    it("stays on a public page", async () => {
      openAt("/charities");
      await takeOver();
      expect(screen.getByText("Charities")).toBeDefined();
      expect(reload).not.toHaveBeenCalled();
    });
  });

  it("leaves a private page despite unsaved changes", async () => {
    const place = openAt("/account");
    fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Ann" } });
    await end("refused");
    await waitFor(() => expect(place()).toMatch(/^\/signin/));
    expect(screen.queryByText("Unsaved Changes")).toBeNull();
  });
});
