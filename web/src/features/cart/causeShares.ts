// What the causes get of what is in a cart.
import { shownCause } from "@/features/catalogue/cardCause";

export interface SharingItem {
  charity: { name: string } | null;
  /** What its cause gets, in dollars; unknown of what was put into a guest's cart before the browser kept it. */
  charityShare?: number | null | undefined;
}

export interface CauseTotal {
  cause: string;
  /** In dollars. */
  share: number;
}

/** What the cause of an item gets, in dollars; nothing where it has none, or none is shown. */
export function shareOf({ charity, charityShare }: SharingItem): number | undefined {
  return shownCause(charity) ? charityShare || undefined : undefined;
}

/** What each cause gets of all of it. One that something isn't known of is left out: half of it would be wrong. */
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
