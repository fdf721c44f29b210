import { m } from "@/i18n";
import type { CardTransaction } from "@/features/card/types";

const names: Record<CardTransaction["transactionType"], () => string> = {
  Purchased: m.counter_type_purchased,
  Redeemed: m.counter_type_redeemed,
  Credit: m.counter_type_credit,
  Debit: m.counter_type_debit,
};

/** Returns the label of a transaction type. */
export function transactionName(type: CardTransaction["transactionType"]): string {
  return names[type]();
}
