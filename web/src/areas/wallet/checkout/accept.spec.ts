// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as AcceptModule from "./accept";

const gateway = {
  scriptUrl: "https://gateway.example/Accept.js",
  apiUrl: "",
  loginId: "LOGIN",
  clientKey: "KEY",
};
const card = {
  cardNumber: "4111 1111 1111 1111",
  cardHolderName: "Ann Roy",
  expiry: "6/99",
  cardCode: "123",
};
const token = { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue: "eyJ" };
type Dispatch = NonNullable<Window["Accept"]>["dispatchData"];
const dispatchData = vi.fn<Dispatch>();

let accept: typeof AcceptModule;

/** Simulates the browser: each added script either loads or fails. */
function scriptsCome(event: "load" | "error"): HTMLScriptElement[] {
  const added: HTMLScriptElement[] = [];
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    added.push(script as HTMLScriptElement);
    if (event === "load") window.Accept = { dispatchData };
    queueMicrotask(() => (script as HTMLScriptElement).dispatchEvent(new Event(event)));
  });
  return added;
}

const answer = (resultCode: string, texts: string[], opaqueData?: typeof token) =>
  dispatchData.mockImplementation((_data, callback) =>
    callback({
      ...(opaqueData && { opaqueData }),
      messages: { resultCode, message: texts.map((text) => ({ code: "E_WC_05", text })) },
    }),
  );

beforeEach(async () => {
  vi.resetModules();
  delete window.Accept;
  dispatchData.mockReset();
  accept = await import("./accept");
});
afterEach(() => void vi.restoreAllMocks());

describe("loadAccept and tokenise", () => {
  it("load the script once, from exactly the configured address, and pass the number without spaces and the year in full", async () => {
    const added = scriptsCome("load");
    answer("Ok", ["Successful."], token);
    expect(await accept.tokenise(gateway, card)).toEqual(token);
    expect(await accept.tokenise(gateway, card)).toEqual(token);
    expect(added.map(({ src }) => src)).toEqual([gateway.scriptUrl]);
    expect(dispatchData.mock.calls[0]?.[0]).toEqual({
      authData: { apiLoginID: "LOGIN", clientKey: "KEY" },
      cardData: { cardNumber: "4111111111111111", month: "06", year: "2099", cardCode: "123" },
    });
  });

  it("reject with the gateway's own sentences", async () => {
    scriptsCome("load");
    answer("Error", ["Please provide valid CVV.", " "]);
    await expect(accept.tokenise(gateway, card)).rejects.toMatchObject({
      name: "RefusedCard",
      sentences: ["Please provide valid CVV.", ""],
    });
  });

  it("load the script again after a failure", async () => {
    const added = scriptsCome("error");
    await expect(accept.tokenise(gateway, card)).rejects.toBeInstanceOf(accept.UnreachedGateway);
    vi.restoreAllMocks();
    scriptsCome("load");
    answer("Ok", ["Successful."], token);
    expect(await accept.tokenise(gateway, card)).toEqual(token);
    expect(added).toHaveLength(1);
  });

  it("time out if the gateway never answers", async () => {
    scriptsCome("load");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const refused = accept.tokenise(gateway, card).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await refused).toMatchObject({ name: "RefusedCard", sentences: [] });
    vi.useRealTimers();
  });
});
