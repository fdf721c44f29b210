// Runs the sandbox's Accept.js as a page does and prints each answer on a line.
// Usage: node accept.mjs GATEWAY LOGIN CLIENT_KEY
import { createContext, runInContext } from "node:vm";

const [gateway, apiLoginID, clientKey] = process.argv.slice(2);
const say = (...words) => console.log(words.map((word) => JSON.stringify(word)).join(" "));
const source = await (await fetch(`${gateway}/v1/Accept.js`)).text();

/** Creates a page with this script tag, on an encrypted connection or not. */
function page({ src = `${gateway}/v1/Accept.js`, isSecureContext = true } = {}) {
  const document = { getElementsByTagName: () => [{ src }] };
  const window = { isSecureContext };
  runInContext(source, createContext({ window, document, fetch, crypto, console }));
  return window;
}

function dispatch(window, data) {
  return new Promise((resolve) => window.Accept.dispatchData(data, resolve));
}

const card = { cardNumber: "4111111111111111", month: "12", year: "2099", cardCode: "900" };
const data = (change = {}, auth = {}) => ({
  authData: { clientKey, apiLoginID, ...auth },
  cardData: { ...card, ...change },
});
const codes = (response) => response.messages.message.map(({ code }) => code);

const token = await dispatch(page(), data());
say("token", token.opaqueData.dataDescriptor, token.messages.resultCode, codes(token));
const named = page();
const answer = new Promise((resolve) => (named.whenDone = resolve));
named.Accept.dispatchData(data({ month: "1", year: "31", zip: "K1A 0B1", fullName: "Ann Lee" }), "whenDone");
say("by name", codes(await answer));

say("elsewhere", codes(await dispatch(page({ src: "https://evil.example/Accept.js?v=1" }), data())));
say("plain http", codes(await dispatch(page({ isSecureContext: false }), data())));
say("number", codes(await dispatch(page(), data({ cardNumber: "4111111111111112" }))));
say("month", codes(await dispatch(page(), data({ month: "13" }))));
say("year", codes(await dispatch(page(), data({ year: "203" }))));
say("past", codes(await dispatch(page(), data({ year: "2020" }))));
say("code", codes(await dispatch(page(), data({ cardCode: "12" }))));
say("zip", codes(await dispatch(page(), data({ zip: "x".repeat(21) }))));
say("name", codes(await dispatch(page(), data({ fullName: "x".repeat(65) }))));
say("missing", codes(await dispatch(page(), data({ month: undefined }))));
say("nothing", codes(await dispatch(page(), {})));
say("several", codes(await dispatch(page(), data({ cardNumber: "1", month: "0", cardCode: "x" }))));
say("stranger", codes(await dispatch(page(), data({}, { clientKey: "another" }))));
const refusal = await dispatch(page(), data({ cardNumber: "1" }));
say("words", refusal.messages.resultCode, refusal.messages.message[0].text);
