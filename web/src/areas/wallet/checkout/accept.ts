// Loads the gateway's script, which turns a card into a single-use token. The card number goes from the fields to that script
// and nowhere else.
import type { components } from "@/api/schema";
import { digitsOf } from "./cardNumber";
import { expiryOf } from "./expiry";
import type { PaymentCard } from "./schema";

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

/** The gateway refused the card. `sentences` are its reasons; empty if it gives none. */
export class RefusedCard extends Error {
  override readonly name = "RefusedCard";
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join(" "));
    this.sentences = sentences;
  }
}

/** The gateway's script could not be loaded or could not reach the gateway, so no card data was sent. */
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
    // Use the address exactly as configured: the script searches for its own tag by it.
    script.src = address;
    document.head.append(script);
  });
}

/** Loads the gateway's script once. After a failure, the next call tries again. */
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
  const { cardNumber, expiry, cardCode } = card;
  const { month, year } = expiryOf(expiry);
  const cardData = {
    cardNumber: digitsOf(cardNumber),
    month: month.padStart(2, "0"),
    year,
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
