import { m } from "@/i18n";
import { cx } from "@/ui/cx";

/** A grey placeholder. Give it the size of the content. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={cx("skeleton", className)} />;
}

const lineWidths = ["w-full", "w-11/12", "w-3/5"];

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={cx("h-4", lineWidths[index % lineWidths.length])} />
      ))}
    </div>
  );
}

/** Placeholder of a gift card with its shop's name below. */
export function SkeletonCard() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="aspect-[1.586] rounded-card" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  );
}

/** Tells screen readers once that content is loading. */
export function SkeletonGroup({
  children,
  className,
}: {
  children: React.ReactNode;
  className?: string | undefined;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{m.kit_loading()}</span>
      {children}
    </div>
  );
}
