// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queryClient";
import { refusal, standInServer } from "@/api/testing/server";
import { askForProof } from "@/session/proof";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { press } from "@/ui/testing/press";
import { LazyProofDialog } from "./LazyProofDialog";

const server = standInServer();

function show() {
  const router = createMemoryRouter([{ path: "/", Component: LazyProofDialog }]);
  return render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

/** Asks like a call does, and waits until the dialog stands there. */
async function ask(): Promise<Promise<boolean>[]> {
  let answers: Promise<boolean>[] = [];
  act(() => void (answers = [askForProof(), askForProof()]));
  await screen.findByLabelText("Password");
  return answers;
}

beforeAll(installModalStandIns);
beforeEach(() => {
  server.on("GET /Accounts/me/proof", () => ({ methods: ["PASSWORD"], lastsMinutes: 10 }));
  show();
});
afterEach(cleanup);

describe("ProofDialog", () => {
  it("asks for the password once for all calls that wait", async () => {
    server.on("POST /Accounts/me/proof", () => undefined);
    const answers = await ask();
    expect(screen.getByRole("dialog").textContent).toContain("It counts for 10 minutes.");
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "a fine password" } });
    await press("Confirm");
    await expect(Promise.all(answers)).resolves.toEqual([true, true]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.asked("POST /Accounts/me/proof").map(({ body }) => body)).toEqual([
      { password: "a fine password" },
    ]);
  });

  it("stays open and says so when the password is wrong", async () => {
    const fields = { password: "This is not your password." };
    server.on("POST /Accounts/me/proof", () => refusal(400, { errorCode: "VALIDATION", fields }));
    const answers = await ask();
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "wrong" } });
    await press("Confirm");
    await screen.findByText("This is not your password.");
    await press("Cancel");
    await expect(Promise.all(answers)).resolves.toEqual([false, false]);
  });

  it("asks whoever has a second step for a code, their passkey first, and says when neither is here", async () => {
    server.on("GET /Accounts/me/proof", () => ({ methods: ["RECOVERY_CODE"], lastsMinutes: 1 }));
    let answer = askForProof();
    expect(await screen.findByLabelText("Recovery code")).toBeDefined();
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.getByRole("dialog").textContent).toContain("It counts for one minute.");
    await press("Cancel");
    await expect(answer).resolves.toBe(false);

    server.on("GET /Accounts/me/proof", () => ({ methods: ["PASSKEY"], lastsMinutes: 10 }));
    answer = askForProof();
    expect(await screen.findByText(/^Your passkey can’t be used here/)).toBeDefined();
    await press("Close");
    await expect(answer).resolves.toBe(false);

    vi.stubGlobal("PublicKeyCredential", {});
    const methods = ["PASSKEY", "AUTHENTICATOR_APP", "RECOVERY_CODE"];
    server.on("GET /Accounts/me/proof", () => ({ methods, lastsMinutes: 10 }));
    answer = askForProof();
    expect(await screen.findByRole("button", { name: "Use a passkey" })).toBeDefined();
    await press("Use a code instead");
    expect(screen.getByLabelText("Code from your app, or a recovery code")).toBeDefined();
    await press("Cancel");
    await expect(answer).resolves.toBe(false);
  });

  it("answers no when it is cancelled", async () => {
    const answers = await ask();
    await press("Cancel");
    await expect(Promise.all(answers)).resolves.toEqual([false, false]);
  });

  it("answers no when the page that could ask is gone", async () => {
    const answers = await ask();
    cleanup();
    await expect(Promise.all(answers)).resolves.toEqual([false, false]);
    await expect(askForProof()).resolves.toBe(false);
  });
});
