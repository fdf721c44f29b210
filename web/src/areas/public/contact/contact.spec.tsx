// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { earnToken } from "@/features/captcha/earnToken";
import { answerWith, fillAll, json, verdictOn, visit, type Rule } from "@/shared/testing/visit";
import { untranslated } from "@/shared/testing/untranslated";
import { installModalStandIns } from "@/ui/testing/modalStandIns";
import { currentToasts } from "@/ui/toast";
import { ContactDialog } from "./ContactDialog";
import { contactSchema, noMessage } from "./schema";
import { press } from "@/ui/testing/press";

vi.mock("@/features/captcha/earnToken", () => ({ earnToken: vi.fn<typeof earnToken>() }));

const onClose = vi.fn<() => void>();
const show = () => visit(() => <ContactDialog onClose={onClose} />, "/");

const message = { "First Name": "Ann", "Last Name": "Roy", Email: "ann@home.example", Message: "Hello" };

beforeAll(installModalStandIns);
beforeEach(() => {
  onClose.mockClear();
  vi.mocked(earnToken).mockResolvedValue({ token: "token", livesMs: 600_000 });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const required = (label: string): Rule => [label, "", `${label} field is required.`];

describe("a message to the company", () => {
  it.each([
    ...["First Name", "Last Name", "Email", "Message"].map(required),
    ["Email", "ann@", "Email is not in correct format."],
    ["Phone (optional)", "call me", "Invalid phone number."],
    ["Message", "x".repeat(5001), "Message has a maximum limit of 5000 characters."],
  ] satisfies Rule[])("with the field %s left as %j says: %s", async (label, value, verdict) => {
    show();
    expect(await verdictOn(label, value)).toBe(verdict);
  });

  it("has its rules in French too", () => {
    expect(untranslated(contactSchema, noMessage)).toEqual([]);
  });

  it("is sent with the brand and the check, said to be sent, and the dialog closes", async () => {
    const asked = answerWith(() => new Response(null, { status: 204 }));
    show();
    fillAll(message);
    await waitFor(() => expect(screen.getByText("All set: we know you are human.")).toBeDefined());
    await press("Send Message");
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(asked).toEqual([
      {
        address: "/api/v1/ContactUs",
        body: {
          firstName: "Ann",
          lastName: "Roy",
          email: "ann@home.example",
          message: "Hello",
          organization: "",
          phone: "",
          appName: "funray",
          reCaptchaToken: "token",
        },
      },
    ]);
    await waitFor(() =>
      expect(currentToasts().map(({ text }) => text)).toContain("Send Message successfully"),
    );
  });

  it("stays when the server refuses it, with what to change", async () => {
    answerWith(() =>
      json(400, { errorCode: "VALIDATION", fields: { email: "Email is not in correct format." } }),
    );
    show();
    fillAll(message);
    await waitFor(() => expect(screen.getByText("All set: we know you are human.")).toBeDefined());
    await press("Send Message");
    expect(await screen.findByText("Email is not in correct format.")).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("that was begun is not lost by a wrong tap", async () => {
    show();
    fireEvent.input(screen.getByLabelText("Message"), { target: { value: "Hello" } });
    await press("Close");
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it("that was not begun is closed at once", async () => {
    show();
    await press("Close");
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});
