// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { askForProof } from "@/session/proof";
import { renderPiece, server } from "@/shared/testing/render";
import { press } from "@/ui/testing/press";
import { LazyProofDialog } from "@/shared/page/PrivateOutlet";

/** Makes two requests for proof, as calls do, and waits for the dialog. */
async function ask(): Promise<Promise<boolean>[]> {
  let answers: Promise<boolean>[] = [];
  act(() => void (answers = [askForProof(), askForProof()]));
  await screen.findByLabelText("Password");
  return answers;
}

beforeEach(() => {
  server.on("GET /Accounts/me/proof", () => ({ methods: ["PASSWORD"], lastsMinutes: 10 }));
  renderPiece(<LazyProofDialog />);
});

describe("ProofDialog", () => {
  it("asks for the password once for all waiting calls", async () => {
    server.on("POST /Accounts/me/proof", () => undefined);
    const answers = await ask();
    expect(screen.getByRole("dialog").textContent).toContain("You won’t be asked again for 10 minutes.");
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "a fine password" } });
    await press("Confirm");
    await expect(Promise.all(answers)).resolves.toEqual([true, true]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.asked("POST /Accounts/me/proof").map(({ body }) => body)).toEqual([
      { password: "a fine password" },
    ]);
  });

  it("asks users with a second step for a passkey or a code, and says when neither is available", async () => {
    server.on("GET /Accounts/me/proof", () => ({ methods: ["RECOVERY_CODE"], lastsMinutes: 1 }));
    let answer = askForProof();
    expect(await screen.findByLabelText("Recovery code")).toBeDefined();
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.getByRole("dialog").textContent).toContain("You won’t be asked again for one minute.");
    await press("Cancel");
    await expect(answer).resolves.toBe(false);

    server.on("GET /Accounts/me/proof", () => ({ methods: ["PASSKEY"], lastsMinutes: 10 }));
    answer = askForProof();
    expect(await screen.findByText(/^Your passkey can’t be used here/)).toBeDefined();
    await press("Close");
    await expect(answer).resolves.toBe(false);

    vi.stubGlobal("PublicKeyCredential", {});
    const methods = ["PASSKEY" as const, "AUTHENTICATOR_APP" as const, "RECOVERY_CODE" as const];
    server.on("GET /Accounts/me/proof", () => ({ methods, lastsMinutes: 10 }));
    answer = askForProof();
    expect(await screen.findByRole("button", { name: "Use a passkey" })).toBeDefined();
    await press("Use a code instead");
    expect(screen.getByLabelText("Code from your app, or a recovery code")).toBeDefined();
    await press("Cancel");
    await expect(answer).resolves.toBe(false);
  });

  it("mails a code to users without a password on request", async () => {
    server.on("GET /Accounts/me/proof", () => ({ methods: ["EMAIL_CODE"], lastsMinutes: 10 }));
    server.on("POST /Accounts/me/proof/email-code", () => ({ ticket: "t1" }));
    server.on("POST /Accounts/me/proof", () => undefined);
    let answer: Promise<boolean> | undefined;
    act(() => void (answer = askForProof()));
    await screen.findByRole("button", { name: "Email me a code" });
    expect(server.asked("POST /Accounts/me/proof/email-code")).toEqual([]);
    await press("Email me a code");
    fireEvent.change(await screen.findByLabelText("Code from the email"), { target: { value: "123456" } });
    await press("Confirm");
    await expect(answer).resolves.toBe(true);
    expect(server.asked("POST /Accounts/me/proof").map(({ body }) => body)).toEqual([
      { code: "123456", ticket: "t1" },
    ]);
  });

  it("clears the field for another code, and sends the newest ticket", async () => {
    let mails = 0;
    server.on("GET /Accounts/me/proof", () => ({ methods: ["EMAIL_CODE"], lastsMinutes: 10 }));
    server.on("POST /Accounts/me/proof/email-code", () => ({ ticket: `t${++mails}` }));
    server.on("POST /Accounts/me/proof", () => undefined);
    act(() => void askForProof());
    await screen.findByRole("button", { name: "Email me a code" });
    await press("Email me a code");
    const first = await screen.findByLabelText<HTMLInputElement>("Code from the email");
    expect(document.activeElement).toBe(first);
    fireEvent.change(first, { target: { value: "123456" } });
    await press("Email me another code");
    expect(await screen.findByText("Use the newest one", { exact: false })).toBeDefined();
    const second = screen.getByLabelText<HTMLInputElement>("Code from the email");
    expect(second.value).toBe("");
    expect(document.activeElement).toBe(second);
    fireEvent.change(second, { target: { value: "654321" } });
    await press("Confirm");
    await waitFor(() =>
      expect(server.asked("POST /Accounts/me/proof").map(({ body }) => body)).toEqual([
        { code: "654321", ticket: "t2" },
      ]),
    );
  });

  it("resolves to false when the dialog is unmounted", async () => {
    const answers = await ask();
    cleanup();
    await expect(Promise.all(answers)).resolves.toEqual([false, false]);
    await expect(askForProof()).resolves.toBe(false);
  });
});
