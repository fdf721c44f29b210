// Pays for a cart and follows the outcome.
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import { keyOf, reading } from "@/api/reading";
import type { components } from "@/api/schema";
import { brand } from "@/brands/current";
import type { ServerCart } from "@/features/cart/serverCart";
import type { Token } from "./accept";

export type Order = components["schemas"]["OrderDetail"];

/** A cart that was saved on the server and has items. */
export type FilledCart = ServerCart & { id: string };

export interface Payment {
  cart: FilledCart;
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

/** Returns the reasons why a payment failed. Field errors become plain sentences because this page has no matching fields. */
export function failureOf({ errorCode, errorMessage, fields }: ApiError): Failure {
  const sentences = Object.values(fields);
  return {
    sentences: sentences.length > 0 ? sentences : [errorMessage],
    wasCharged: errorCode === "PAYMENT_CANCELLED",
    isDeclined: errorCode === "PAYMENT_DECLINED",
  };
}

/** Returns a failure for a card that the gateway refused before any charge. */
export function notCharged(sentences: readonly string[]): Failure {
  return { sentences, wasCharged: false, isDeclined: false };
}

export interface Failure {
  sentences: readonly string[];
  /** The card was charged and the charge was reversed. */
  wasCharged: boolean;
  /** The cardholder's bank declined the card. */
  isDeclined: boolean;
}

const ASKED_EVERY_MS = 3_000;
/**
 * The first queries may overtake the payment request: only this many “not found” answers in a row prove that there is no
 * payment.
 */
const SURE_AFTER_ANSWERS = 3;

interface End {
  orderId: string;
  isCancelled: boolean;
}

export interface Outcome {
  /** Set once the order is paid, or was paid and then cancelled. */
  end: End | undefined;
  /** The order does not exist or belongs to another person. */
  isUnknown: boolean;
  /** The server knows the payment and waits for its outcome. */
  isPending: boolean;
  /** The card was charged and the charge was reversed. */
  wasCharged: boolean;
  /** Number of consecutive answers in which the server knew no payment. */
  unpaidAnswers: number;
}

export function isSurelyUnpaid({ unpaidAnswers }: Outcome): boolean {
  return unpaidAnswers >= SURE_AFTER_ANSWERS;
}

/** Polls a payment with an unknown outcome until the outcome is known. */
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

/** Reads an order by its id or by its payment number. */
export function orderQuery(id: string) {
  return reading("/api/v1/Orders/{id}", { path: { id } });
}

/** Reads the progress of the campaigns that an order supports. */
export function orderCampaignsQuery(id: string) {
  return reading("/api/v1/Orders/{id}/campaigns", { path: { id } });
}

/** openapi.json describes a file as bytes; at run time it is a `Blob`. */
const asPicture = (answer: unknown) => answer as Blob;

/** Reads the shareable picture of a bought card: shop, amount and cause, without the code. */
export function sharedPictureQuery(id: string) {
  return { ...reading("/api/v1/Cards/{id}/shared-picture", { path: { id } }), select: asPicture };
}
