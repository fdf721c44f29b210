import type { components } from "@/api/schema.d";

type CardTransaction = components["schemas"]["CardTransaction"];

/** Returns whether a transaction reduced the balance. */
export function isTaken({ transactionType }: Pick<CardTransaction, "transactionType">): boolean {
  return transactionType === "Redeemed" || transactionType === "Debit";
}
