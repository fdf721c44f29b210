import { Skeleton, SkeletonGroup, SkeletonText } from "@/ui/Skeleton";

/** In the shape of a cart with two cards. */
export function CartPlaceholder() {
  return (
    <SkeletonGroup className="cart-page">
      <div className="grid gap-4">
        {[0, 1].map((place) => (
          <div key={place} className="cart-line">
            <Skeleton className="cart-card aspect-[1.586] rounded-card" />
            <SkeletonText />
            <Skeleton className="cart-line-count h-11" />
          </div>
        ))}
      </div>
      <div className="order-summary">
        <SkeletonText lines={4} />
      </div>
    </SkeletonGroup>
  );
}
