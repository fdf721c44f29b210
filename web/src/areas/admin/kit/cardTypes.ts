import { brand } from "@/brands/current";

/** 0 for all cards, else the type that each brand sells. */
export const CARD_TYPES = [0, 1, 2] as const;

/** Whose cards figures are of when nobody chose: a brand without causes begins with its own, of which no cause gets a share. */
export function firstCardType(): number {
  return brand.hasCharities ? 0 : brand.cardType;
}

/** Whether a share of what is sold may go to a cause, and is to be told. */
export function showsCauses(cardType: number): boolean {
  return brand.hasCharities || cardType !== brand.cardType;
}
