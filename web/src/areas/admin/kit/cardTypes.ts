/** 0 for all cards, else the type that each brand sells. */
export const CARD_TYPES = [0, 1, 2] as const;
