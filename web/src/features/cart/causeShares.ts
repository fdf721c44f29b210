// What the causes get of what is in a cart. A cart doesn't say at which rate its shops give: the shop window does.
import { useQueries } from "@tanstack/react-query";
import { vendorQuery } from "@/api/queries/shopWindow";
import { causeShare } from "@/features/catalogue/causeShare";
import { shownCause } from "@/features/catalogue/cardCause";

export interface SharingItem {
  vendorId: string;
  charity: { name: string } | null;
  /** In dollars. */
  total: number;
}

type ShareOf = (item: SharingItem) => number | undefined;

/** What the cause of an item gets, in dollars; nothing where it has none, or as long as that isn't known. */
export function useCauseShares(items: readonly SharingItem[]): ShareOf {
  const vendorIds = [
    ...new Set(items.flatMap(({ vendorId, charity }) => (shownCause(charity) ? vendorId : []))),
  ];
  return useQueries({
    // It is good to know and nothing more: that it couldn't be read isn't told.
    queries: vendorIds.map((id) => ({ ...vendorQuery(id), meta: { showsItsOwnErrors: true } })),
    combine: (vendors): ShareOf => {
      const rates = new Map(vendors.map(({ data }, place) => [vendorIds[place], data?.charityRate]));
      return ({ vendorId, charity, total }) => {
        const rate = shownCause(charity) ? rates.get(vendorId) : undefined;
        return rate === undefined || rate === 0 ? undefined : causeShare(total, rate);
      };
    },
  });
}

export interface CauseTotal {
  cause: string;
  /** In dollars. */
  share: number;
}

/** What each cause gets of all of it. One that something isn't known of is left out: half of it would be wrong. */
export function causeTotals(items: readonly SharingItem[], shareOf: ShareOf): CauseTotal[] {
  const causes = new Set(items.flatMap(({ charity }) => shownCause(charity)?.name ?? []));
  return [...causes].flatMap((cause) => {
    const shares = items.filter(({ charity }) => charity?.name === cause).map(shareOf);
    const known = shares.filter((share) => share !== undefined);
    return known.length === shares.length
      ? { cause, share: known.reduce((sum, share) => sum + share, 0) }
      : [];
  });
}
