// Shares that causes receive from the items of a cart.
import { shownCause } from "@/features/catalogue/cardCause";

export interface SharingItem {
  charity: { name: string } | null;
  /** The cause's share in dollars. Unknown for items that a guest added before the browser stored it. */
  charityShare?: number | null | undefined;
}

interface CauseTotal {
  cause: string;
  /** In dollars. */
  share: number;
}

/** Returns the cause's share of an item in dollars, or `undefined` if there is no visible cause. */
export function shareOf({ charity, charityShare }: SharingItem): number | undefined {
  return shownCause(charity) ? charityShare || undefined : undefined;
}

/** Returns the total share of each cause. A cause with an unknown share is omitted, because its total would be wrong. */
export function causeTotals(items: readonly SharingItem[]): CauseTotal[] {
  const causes = new Set(items.flatMap(({ charity }) => shownCause(charity)?.name ?? []));
  return [...causes].flatMap((cause) => {
    const shares = items.filter(({ charity }) => charity?.name === cause).map(shareOf);
    const known = shares.filter((share) => share !== undefined);
    return known.length === shares.length
      ? { cause, share: known.reduce((sum, share) => sum + share, 0) }
      : [];
  });
}
