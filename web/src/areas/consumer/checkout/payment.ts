// Paying for a cart, and how it turned out.
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { keyOf, reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { NOTHING_WAS_DONE } from "@/api/unsure";
import { brand } from "@/brands/current";
import type { ServerCart } from "@/features/cart/serverCart";
import type { Token } from "./accept";

export type Order = components["schemas"]["OrderDetail"];

export interface Payment {
  cart: ServerCart;
  cardHolderName: string;
  token: Token;
}

export function pay({ cart, cardHolderName, token }: Payment) {
  return call("post", "/api/v1/Orders/checkout", {
    body: {
      amount: cart.total,
      orderNumber: cart.id,
      cardHolderName,
      opaqueDataValue: token.dataValue,
      opaqueDataDescriptor: token.dataDescriptor,
      appName: brand.slug,
    },
    version: cart.version,
  });
}

/**
 * Whether the payment may have been made all the same: the server says that it is asking, or nothing was heard of it. Then
 * the order is asked about, and nothing is paid again.
 */
export function isInDoubt(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  const wasHeard = error.errorCode !== "NOTFOUND" && error.status < 500;
  return !wasHeard && !NOTHING_WAS_DONE.has(error.errorCode);
}

/** What a payment came to nothing for, in sentences: this page has no fields that the server's words could stand at. */
export function failureOf({ errorCode, errorMessage, fields }: ApiError): Failure {
  const sentences = Object.values(fields);
  return {
    sentences: sentences.length > 0 ? sentences : [errorMessage],
    wasCharged: errorCode === "PAYMENT_CANCELLED",
    isDeclined: errorCode === "PAYMENT_DECLINED",
  };
}

/** The gateway refused the card, in these sentences, before anything was charged. */
export function notCharged(sentences: readonly string[]): Failure {
  return { sentences, wasCharged: false, isDeclined: false };
}

export interface Failure {
  sentences: readonly string[];
  /** It was charged, and that was taken back. */
  wasCharged: boolean;
  /** The cardholder's bank turned it away. */
  isDeclined: boolean;
}

const ASKED_EVERY_MS = 3_000;
/** Somebody whose call got lost may ask before it has arrived: only several such answers are one. */
const SURE_AFTER_ANSWERS = 3;

interface End {
  orderId: string;
  isCancelled: boolean;
}

export interface Outcome {
  /** Once it is paid, or was paid and is cancelled. */
  end: End | undefined;
  /** There never was such an order, or it is another person's. */
  isUnknown: boolean;
  /** The server knows of the payment, and waits for its end. */
  isPending: boolean;
  /** It was charged, and that was taken back. */
  wasCharged: boolean;
  /** How often in a row the server knew of no payment. */
  unpaidAnswers: number;
}

export function isSurelyUnpaid({ unpaidAnswers }: Outcome): boolean {
  return unpaidAnswers >= SURE_AFTER_ANSWERS;
}

/** Asks how a payment in doubt turned out, until that is known. */
export function outcomeQuery(orderNumber: string) {
  return queryOptions({
    queryKey: [...keyOf("/api/v1/Orders/{id}", { path: { id: orderNumber } }), "outcome"],
    queryFn: async ({ signal, client, queryKey }): Promise<Outcome> => {
      const before = client.getQueryData<Outcome>(queryKey);
      const order = await call("get", "/api/v1/Orders/{id}", { path: { id: orderNumber }, signal }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.errorCode === "NOT_FOUND") return undefined;
          throw error;
        },
      );
      const isUnpaid = order === undefined || order.status === "Open";
      const isCancelled = order?.status === "Cancelled" || order?.status === "Reversed";
      const hasEnded = isCancelled || order?.status === "Paid";
      return {
        end: hasEnded ? { orderId: order.id, isCancelled } : undefined,
        isUnknown: order === undefined && (before?.isUnknown ?? true),
        isPending: order?.status === "Pending",
        wasCharged: order?.isChargeVoided ?? false,
        unpaidAnswers: isUnpaid ? (before?.unpaidAnswers ?? 0) + 1 : 0,
      };
    },
    refetchInterval: ASKED_EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
}

/** By its id, or by the number that it is paid under. */
export function orderQuery(id: string) {
  return reading("/api/v1/Orders/{id}", { path: { id } });
}

/** The document describes a file as its bytes. */
const asPicture = (answer: unknown) => answer as Blob;

/** A card that was bought, without its code: the shop, the amount and the cause, as everybody may see them. */
export function sharedPictureQuery(id: string) {
  return { ...reading("/api/v1/Cards/{id}/shared-picture", { path: { id } }), select: asPicture };
}
