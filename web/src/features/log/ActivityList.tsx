import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { useProfile } from "@/session/current";
import { RetryScene } from "@/shared/page/RetryScene";
import { SkeletonText } from "@/ui/layout/Skeleton";
import { EntryText } from "./EntryText";
import { wholeLogOf } from "./subjectLinks";
import type { LogPart } from "./queries";

interface ActivityListProps {
  subjectId: string;
  query: UseQueryResult<LogPart>;
}

/** Latest log entries about one subject, in compact form. */
export function ActivityList({ subjectId, query }: ActivityListProps) {
  const { data, error, refetch } = query;
  const profile = useProfile();
  if (data === undefined && error) return <RetryScene error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonText lines={3} />;
  if (data.items.length === 0) return <p className="text-ink-soft">{m.log_none()}</p>;
  return (
    <>
      <ol className="border-l border-line">
        {data.items.map((entry) => (
          <li key={entry.id} className="py-2 pl-4 wrap-anywhere">
            <EntryText entry={entry} />
            <time dateTime={entry.at} className="text-sm text-ink-soft">
              {formatMoment(entry.at)}
            </time>
          </li>
        ))}
      </ol>
      {data.totalItems > data.items.length && (
        <Link to={wholeLogOf(subjectId, profile)} className="shell-link mt-2 -ml-1">
          {m.log_whole()}
        </Link>
      )}
    </>
  );
}
