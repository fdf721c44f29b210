import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { activityQuery } from "@/features/log/queries";
import { m } from "@/i18n";
import { lazyPiece } from "@/ui/lazyPiece";
import { SkeletonText } from "@/ui/Skeleton";
import { cx } from "@/ui/cx";

const ActivityList = lazyPiece(async () => (await import("@/features/log/ActivityList")).ActivityList);

interface ActivityProps {
  subjectId: string;
  /** The record itself is still on its way: this is read at the same time, and shown below it. */
  isWaiting: boolean;
  isInSheet?: boolean;
}

/** Below a record: who did what to it last. */
export function Activity({ subjectId, isWaiting, isInSheet = false }: ActivityProps) {
  const query = useQuery(activityQuery(subjectId));
  if (isWaiting) return null;
  const Heading = isInSheet ? "h3" : "h2";
  return (
    <section className={cx("mt-10 border-t border-line pt-6", !isInSheet && "max-w-270")}>
      <Heading className="mb-3 text-lg">{m.log_title()}</Heading>
      <Suspense fallback={<SkeletonText lines={3} />}>
        <ActivityList subjectId={subjectId} query={query} />
      </Suspense>
    </section>
  );
}
