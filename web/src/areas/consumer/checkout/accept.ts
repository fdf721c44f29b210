// The gateway's own script turns a card into a token that is good for one payment. The card's number goes from the fields to
// that script and nowhere else.
import type { components } from "@/api/schema";
import { digitsOf } from "./cardNumber";
import { fullYear, type PaymentCard } from "./schema";

type Gateway = components["schemas"]["GatewaySettings"];

export interface Token {
  dataDescriptor: string;
  dataValue: string;
}

interface Reply {
  opaqueData?: Token;
  messages: { resultCode: string; message: { code: string; text: string }[] };
}

interface Accept {
  dispatchData: (data: unknown, callback: (reply: Reply) => void) => void;
}

declare global {
  interface Window {
    Accept?: Accept;
  }
}

/** What the gateway has against a card, sentence by sentence; none when it doesn't say. */
export class RefusedCard extends Error {
  override readonly name = "RefusedCard";
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join(" "));
    this.sentences = sentences;
  }
}

/** The gateway has not got the card: there is no way to it. */
export class UnreachedGateway extends Error {
  override readonly name = "UnreachedGateway";
}

const ANSWERS_WITHIN_MS = 30_000;

let loading: Promise<Accept> | undefined;

function addScript(address: string): Promise<Accept> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.addEventListener("load", () => {
      if (window.Accept) resolve(window.Accept);
      else reject(new RefusedCard([]));
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new UnreachedGateway());
    });
    // Exactly the address that the settings say: the script looks for its own tag.
    script.src = address;
    document.head.append(script);
  });
}

/** The script comes once; when it couldn't, it is fetched again by who needs it next. */
export function loadAccept({ scriptUrl }: Gateway): Promise<Accept> {
  loading ??= addScript(scriptUrl).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export async function tokenise(gateway: Gateway, card: PaymentCard): Promise<Token> {
  const accept = await loadAccept(gateway);
  if (!navigator.onLine) throw new UnreachedGateway();
  const authData = { apiLoginID: gateway.loginId, clientKey: gateway.clientKey };
  const { cardNumber, month, year, cardCode } = card;
  const cardData = {
    cardNumber: digitsOf(cardNumber),
    month: month.padStart(2, "0"),
    year: fullYear(year),
    cardCode,
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RefusedCard([])), ANSWERS_WITHIN_MS);
    accept.dispatchData({ authData, cardData }, ({ opaqueData, messages }) => {
      clearTimeout(timer);
      if (messages.resultCode === "Ok" && opaqueData) resolve(opaqueData);
      else reject(new RefusedCard(messages.message.map(({ text }) => text.trim())));
    });
  });
}
