// Turns a payment card into a one-time token in the browser, so that no shop sees the number. Contract, checks and texts
// equal those of the real gateway's script of this name. It calls the sandbox that it was loaded from.
(function () {
  "use strict";

  const texts = {
    E_WC_01: "Please include Accept.js library from CDN.",
    E_WC_02: "A HTTPS connection is required.",
    E_WC_04: "Please provide mandatory field to library.",
    E_WC_05: "Please provide valid credit card number.",
    E_WC_06: "Please provide valid expiration month.",
    E_WC_07: "Please provide valid expiration year.",
    E_WC_08: "Expiration date must be in the future.",
    E_WC_10: "Please provide valid apiLoginID.",
    E_WC_15: "Please provide valid CVV.",
    E_WC_16: "Please provide valid ZIP code.",
    E_WC_17: "Please provide valid card holder name.",
    E_WC_18: "Client Key is required.",
    E_WC_19: "An error occurred during processing. Please try again.",
    E_WC_21: "User authentication failed due to invalid authentication values.",
  };

  const scriptPath = "/v1/Accept.js";
  const requestPath = "/xml/v1/request.api";

  /** URL of this script, if a plain tag loaded it. */
  function ownAddress() {
    const tags = Array.from(document.getElementsByTagName("script"));
    const own = tags.find((tag) => tag.src.endsWith(scriptPath));
    return own ? own.src.slice(0, -scriptPath.length) : undefined;
  }

  function isLuhn(number) {
    const weigh = (digit, place) => (place % 2 === 0 ? digit : digit === 9 ? 9 : (digit * 2) % 9);
    const sum = Array.from(number).reverse().map(Number).map(weigh).reduce((a, b) => a + b, 0);
    return sum % 10 === 0;
  }

  const isText = (value) => typeof value === "string" && value !== "";
  const mayBe = (value, fits) => value === undefined || value === "" || (isText(value) && fits(value));

  function fullYear(year) {
    return Number(year.length === 2 ? `20${year}` : year);
  }

  /** Returns true if the month is over. */
  function isPast(month, year, now) {
    const over = new Date(fullYear(year), Number(month), 1);
    return over <= now;
  }

  /** Returns the codes of all errors in the card data. */
  function problems(data, now) {
    const auth = (data && data.authData) || {};
    const card = (data && data.cardData) || {};
    const found = [];
    const need = (holds, code) => {
      if (!holds) found.push(code);
      return holds;
    };
    need(isText(auth.clientKey), "E_WC_18");
    need(isText(auth.apiLoginID), "E_WC_10");
    const isGiven = [card.cardNumber, card.month, card.year].every(isText);
    if (!need(isGiven, "E_WC_04")) return found;
    need(/^\d{13,16}$/.test(card.cardNumber) && isLuhn(card.cardNumber), "E_WC_05");
    const isMonth = /^\d{1,2}$/.test(card.month) && Number(card.month) >= 1 && Number(card.month) <= 12;
    const isYear = /^(\d{2}|\d{4})$/.test(card.year);
    need(isMonth, "E_WC_06");
    need(isYear, "E_WC_07");
    if (isMonth && isYear) need(!isPast(card.month, card.year, now), "E_WC_08");
    need(mayBe(card.cardCode, (code) => /^\d{3,4}$/.test(code)), "E_WC_15");
    need(mayBe(card.zip, (zip) => zip.length <= 20), "E_WC_16");
    need(mayBe(card.fullName, (name) => name.length <= 64), "E_WC_17");
    return found;
  }

  function failed(codes) {
    const message = codes.map((code) => ({ code, text: texts[code] }));
    return { messages: { resultCode: "Error", message } };
  }

  function request(data) {
    const card = data.cardData;
    const month = card.month.padStart(2, "0");
    const token = { cardNumber: card.cardNumber, expirationDate: `${month}${fullYear(card.year)}` };
    for (const name of ["cardCode", "zip", "fullName"]) {
      if (isText(card[name])) token[name] = card[name];
    }
    return {
      securePaymentContainerRequest: {
        merchantAuthentication: { name: data.authData.apiLoginID, clientKey: data.authData.clientKey },
        data: { type: "TOKEN", id: crypto.randomUUID(), token },
      },
    };
  }

  async function tokenise(address, data) {
    const response = await fetch(`${address}${requestPath}`, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8" },
      credentials: "omit",
      body: JSON.stringify(request(data)),
    });
    // Reading text drops the byte order mark.
    const reply = JSON.parse(await response.text());
    if (reply.opaqueData) {
      const message = [{ code: "I_WC_01", text: "Successful." }];
      return { opaqueData: reply.opaqueData, messages: { resultCode: "Ok", message } };
    }
    const isUnknown = reply.messages.message.some(({ code }) => code === "E00007");
    return failed([isUnknown ? "E_WC_21" : "E_WC_19"]);
  }

  async function outcome(data) {
    const address = ownAddress();
    if (address === undefined) return failed(["E_WC_01"]);
    if (!window.isSecureContext) return failed(["E_WC_02"]);
    const codes = problems(data, new Date());
    if (codes.length > 0) return failed(codes);
    return tokenise(address, data).catch(() => failed(["E_WC_19"]));
  }

  /** Calls back with a token or with all errors. The callback may be the name of a global function. */
  function dispatchData(data, callback) {
    const call = typeof callback === "string" ? window[callback] : callback;
    outcome(data).then((response) => call(response));
  }

  window.Accept = { dispatchData };
})();
