import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { activityQuery } from "@/features/log/queries";
import { m } from "@/i18n";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { cx } from "@/ui/cx";

const ActivityList = lazyPiece(async () => (await import("@/features/log/ActivityList")).ActivityList);

interface ActivityProps {
  subjectId: string;
  /** Whether the record still loads: the activity is loaded in parallel and shown after it. */
  isWaiting: boolean;
  isInSheet?: boolean;
}

/** Latest changes of a record: who did what. */
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
