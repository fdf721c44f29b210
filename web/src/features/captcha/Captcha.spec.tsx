// @vitest-environment jsdom
import { focusManager, QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { keyOf } from "@/api/reading";
import { errorFromAnswer } from "@/api/error";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { captchaToken } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { renderPiece } from "@/shared/testing/render";
import { earnToken, type EarnedToken } from "./earnToken";
import { FormCaptcha } from "./FormCaptcha";
import type { Recaptcha } from "./recaptcha";
import { useCaptchaMutation } from "./useCaptchaMutation";

vi.mock("./earnToken", () => ({ earnToken: vi.fn<typeof earnToken>() }));

const schema = z.object({ name: z.string(), reCaptchaToken: captchaToken() });
type Values = z.infer<typeof schema>;

const TEN_MINUTES_MS = 600_000;
const earned = (token: string): EarnedToken => ({ token, livesMs: TEN_MINUTES_MS });

function Example({ send }: { send: (values: Values) => Promise<unknown> }) {
  const form = useZodForm(schema, { name: "", reCaptchaToken: "" });
  const { mutateAsync } = useCaptchaMutation(form, send);
  return (
    <Form form={form} onSubmit={mutateAsync} submitLabel="Send" isHeldUntilValid>
      <FormTextField name="name" label="Name" />
      <FormCaptcha purpose="register" />
    </Form>
  );
}

const altcha = { provider: "altcha", siteKey: null, challengeUrl: "/captcha/challenge" };
const recaptcha = { provider: "recaptcha", siteKey: "the-site-key", challengeUrl: null };

function show(
  captcha: typeof altcha | typeof recaptcha,
  send = vi.fn<(values: Values) => Promise<unknown>>(),
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(keyOf("/api/v1/Public/settings") as readonly unknown[], { captcha });
  renderPiece(<Example send={send} />, { client });
  return send;
}

function begin(): void {
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Ann" } });
}

const state = () => screen.getByRole("status").textContent;
const isHeld = () => screen.getByRole("button", { name: "Send" }).getAttribute("aria-disabled") === "true";

async function press(name: string): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
}

beforeEach(() => {
  vi.mocked(earnToken).mockReset();
});
afterEach(() => void vi.useRealTimers());

describe("Captcha with proof of work", () => {
  it("starts to work when the user starts to fill in the form, not before", async () => {
    vi.mocked(earnToken).mockReturnValue(new Promise(() => undefined));
    show(altcha);
    expect(state()).toBe("While you fill in the form, we check that you are human.");
    expect(earnToken).not.toHaveBeenCalled();
    begin();
    await waitFor(() => expect(state()).toBe("Checking that you are human…"));
    await waitFor(() => expect(earnToken).toHaveBeenCalledTimes(1));
    expect(earnToken).toHaveBeenCalledWith("/captcha/challenge", "register", expect.any(AbortSignal));
    expect(isHeld()).toBe(true);
  });

  it("enables the form when it is done, and submits its token", async () => {
    vi.mocked(earnToken).mockResolvedValue(earned("t1"));
    const send = show(altcha);
    begin();
    await waitFor(() => expect(state()).toBe("All set: we know you are human."));
    await waitFor(() => expect(isHeld()).toBe(false));
    await press("Send");
    expect(send.mock.calls[0]?.[0]).toEqual({ name: "Ann", reCaptchaToken: "t1" });
    expect(earnToken).toHaveBeenCalledTimes(1);
  });

  it("solves another challenge after a refused attempt, which used the token up", async () => {
    vi.mocked(earnToken).mockResolvedValueOnce(earned("t1")).mockResolvedValueOnce(earned("t2"));
    const refusal = errorFromAnswer(400, { fields: { name: "Taken.", reCaptchaToken: "Once more." } });
    const send = show(
      altcha,
      vi
        .fn<(values: Values) => Promise<unknown>>()
        .mockRejectedValueOnce(refusal)
        .mockResolvedValueOnce(undefined),
    );
    begin();
    await waitFor(() => expect(isHeld()).toBe(false));
    await press("Send");
    expect(await screen.findByText("Taken.")).toBeDefined();
    await waitFor(() => expect(state()).toBe("All set: we know you are human."));
    await waitFor(() => expect(screen.queryByText("Once more.")).toBeNull());
    await press("Send");
    expect(send.mock.calls[1]?.[0].reCaptchaToken).toBe("t2");
  });

  it("reports a failure and can be retried", async () => {
    vi.mocked(earnToken).mockRejectedValueOnce(new Error("no")).mockResolvedValueOnce(earned("t1"));
    show(altcha);
    begin();
    await waitFor(() => expect(state()).toBe("We could not check that you are human."));
    await press("Try again");
    await waitFor(() => expect(state()).toBe("All set: we know you are human."));
  });

  it("renews the token before it expires", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.mocked(earnToken).mockResolvedValueOnce(earned("t1")).mockResolvedValueOnce(earned("t2"));
    const send = show(altcha);
    begin();
    await waitFor(() => expect(isHeld()).toBe(false));
    await act(() => vi.advanceTimersByTimeAsync(TEN_MINUTES_MS - 60_000));
    expect(earnToken).toHaveBeenCalledTimes(2);
    await press("Send");
    expect(send.mock.calls[0]?.[0].reCaptchaToken).toBe("t2");
  });

  it("does no work in a hidden tab, and renews an old token when the tab is shown", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.mocked(earnToken).mockResolvedValueOnce(earned("t1")).mockResolvedValueOnce(earned("t2"));
    show(altcha);
    begin();
    await waitFor(() => expect(isHeld()).toBe(false));
    focusManager.setFocused(false);
    await act(() => vi.advanceTimersByTimeAsync(3 * TEN_MINUTES_MS));
    expect(earnToken).toHaveBeenCalledTimes(1);
    await act(async () => focusManager.setFocused(true));
    await waitFor(() => expect(earnToken).toHaveBeenCalledTimes(2));
    focusManager.setFocused(undefined);
  });

  it("shows on submit that it is not done yet", async () => {
    vi.mocked(earnToken).mockReturnValue(new Promise(() => undefined));
    const send = show(altcha);
    begin();
    await press("Send");
    expect(await screen.findByText(/^Sending/)).toBeDefined();
    expect(send).not.toHaveBeenCalled();
  });
});

const scripts = () => document.head.querySelectorAll<HTMLScriptElement>("script[src*=recaptcha]");

describe("Captcha with Google reCAPTCHA", () => {
  const draw = vi.fn<Recaptcha["render"]>().mockReturnValue(7);
  const reset = vi.fn<Recaptcha["reset"]>();

  beforeEach(() => {
    window.grecaptcha = { ready: (action) => action(), render: draw, reset };
    window.matchMedia = vi.fn<typeof matchMedia>().mockReturnValue({ matches: false } as MediaQueryList);
  });
  afterEach(() => {
    for (const script of scripts()) script.remove();
    delete window.grecaptcha;
  });

  it("loads on demand, provides its token, and resets after a refused attempt", async () => {
    const send = show(
      recaptcha,
      vi.fn<(values: Values) => Promise<unknown>>().mockRejectedValue(errorFromAnswer(400, {})),
    );
    expect(scripts()).toHaveLength(0);
    begin();
    await waitFor(() => expect(scripts()).toHaveLength(1));
    expect(scripts()[0]?.src).toBe("https://www.google.com/recaptcha/api.js?render=explicit&hl=en");
    await act(async () => void scripts()[0]?.dispatchEvent(new Event("load")));
    await waitFor(() => expect(draw).toHaveBeenCalled());
    const [box, widget] = draw.mock.calls[0] ?? [];
    expect(box?.isConnected).toBe(true);
    expect(widget?.sitekey).toBe("the-site-key");

    await act(async () => widget?.callback("from-google"));
    await waitFor(() => expect(isHeld()).toBe(false));
    await press("Send");
    expect(send.mock.calls[0]?.[0].reCaptchaToken).toBe("from-google");
    await waitFor(() => expect(reset).toHaveBeenCalledWith(7));
    expect(isHeld()).toBe(true);
  });

  it("reports that it can't be loaded, and can be retried", async () => {
    show(recaptcha);
    begin();
    await waitFor(() => expect(scripts()).toHaveLength(1));
    await act(async () => void scripts()[0]?.dispatchEvent(new Event("error")));
    await waitFor(() => expect(state()).toBe("We could not check that you are human."));
    await press("Try again");
    await waitFor(() => expect(scripts()).toHaveLength(2));
  });
});

it("FormCaptcha: submits a form again that was submitted before the check was done", async () => {
  const finished: ((token: EarnedToken) => void)[] = [];
  vi.mocked(earnToken).mockReturnValue(new Promise((resolve) => finished.push(resolve)));
  const send = show(altcha);
  begin();
  await press("Send");
  expect(screen.getByText(/^Sending/)).toBeDefined();
  expect(send).not.toHaveBeenCalled();
  await act(async () => finished[0]?.(earned("t1")));
  await waitFor(() => expect(send.mock.calls[0]?.[0]).toEqual({ name: "Ann", reCaptchaToken: "t1" }));
  expect(send).toHaveBeenCalledTimes(1);
});
