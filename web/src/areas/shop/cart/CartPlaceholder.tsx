import { orderSummaryClass } from "@/features/cart/OrderSummary";
import { Skeleton, SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { cartCard, cartGrid, cartLine, cartRow } from "./cartLook";

/** Placeholder in the shape of a cart with two items. */
export function CartPlaceholder() {
  return (
    <SkeletonGroup className={cartGrid}>
      <div className="grid gap-4">
        {[0, 1].map((place) => (
          <div key={place} className={cartLine}>
            <Skeleton className={`${cartCard} aspect-[1.586] rounded-card`} />
            <SkeletonText />
            <Skeleton className={`${cartRow} h-11 sm:self-end`} />
          </div>
        ))}
      </div>
      <div className={orderSummaryClass}>
        <SkeletonText lines={4} />
      </div>
    </SkeletonGroup>
  );
}
