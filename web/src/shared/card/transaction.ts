import type { components } from "@/api/schema";

type CardTransaction = components["schemas"]["CardTransaction"];

/** Whether it took something off the card. */
export function isTaken({ transactionType }: Pick<CardTransaction, "transactionType">): boolean {
  return transactionType === "Redeemed" || transactionType === "Debit";
}
