// A card and its transactions, as the API returns them to cardholders and clerks.
import type { components } from "@/api/schema";

export type Card = components["schemas"]["Card"];
export type CardTransaction = components["schemas"]["CardTransaction"];
