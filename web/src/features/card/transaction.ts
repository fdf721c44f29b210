import type { components } from "@/api/schema.d";

type CardTransaction = components["schemas"]["CardTransaction"];

/** Whether it took something off the card. */
export function isTaken({ transactionType }: Pick<CardTransaction, "transactionType">): boolean {
  return transactionType === "Redeemed" || transactionType === "Debit";
}
