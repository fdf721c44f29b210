// A card and what happened on it, as the API tells its holder and whoever stands at the counter.
import type { components } from "@/api/schema";

export type Card = components["schemas"]["Card"];
export type CardTransaction = components["schemas"]["CardTransaction"];
