import { expect, test } from "../support/story.ts";

interface Gateway {
  scriptUrl: string;
  loginId: string;
  clientKey: string;
}

type TokenReply = {
  opaqueData?: { dataDescriptor: string; dataValue: string };
  messages: { message: { code: string; text: string }[] };
};

type WithAccept = Window & {
  Accept: { dispatchData: (data: unknown, callback: (reply: TokenReply) => void) => void };
};

test.describe("the card gateway", () => {
  test("turns a card into a token under the pages' own policy", async ({ page, brand }) => {
    test.skip(brand !== "funray", "the script knows no brand");
    await page.goto("/");
    const settings = await page.request.get("/api/v1/Public/settings");
    const { gateway } = (await settings.json()) as { gateway: Gateway };
    await page.addScriptTag({ url: gateway.scriptUrl });
    const tokenise = (number: string) =>
      page.evaluate(
        ({ cardNumber, loginId, clientKey }) =>
          new Promise<TokenReply>((resolve) => {
            const authData = { apiLoginID: loginId, clientKey };
            const cardData = { cardNumber, month: "12", year: "2099", cardCode: "900" };
            (window as unknown as WithAccept).Accept.dispatchData({ authData, cardData }, resolve);
          }),
        { cardNumber: number, loginId: gateway.loginId, clientKey: gateway.clientKey },
      );
    const good = await tokenise("4111111111111111");
    expect(good.opaqueData?.dataDescriptor).toBe("COMMON.ACCEPT.INAPP.PAYMENT");
    expect(good.opaqueData?.dataValue).toMatch(/^eyJ/);
    const bad = await tokenise("4111111111111112");
    expect(bad.opaqueData).toBeUndefined();
    expect(bad.messages.message.map(({ text }) => text)).toEqual([
      "Please provide valid credit card number.",
    ]);
  });
});
