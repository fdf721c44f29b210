import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Navigate } from "react-router";
import { isGone } from "@/api/isGone";
import { RetryScene } from "./RetryScene";
import { showErrorToast } from "./showErrorToast";

interface WhenLoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** Placeholder in the shape of the content. */
  placeholder: ReactNode;
  /** Page to show if the record doesn't exist any more; a message gives the reason. */
  otherwise: string;
  children: (data: Data) => ReactNode;
}

/**
 * A page about one record: a placeholder while it loads, then the record, or a redirect if it
 * doesn't exist.
 */
export function WhenLoaded<Data>(props: WhenLoadedProps<Data>) {
  const { query, placeholder, otherwise, children } = props;
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (!error) return placeholder;
  if (isGone(error)) return <NotifyAndLeave why={error} to={otherwise} />;
  return <RetryScene error={error} onRetry={() => void query.refetch()} />;
}

function NotifyAndLeave({ why, to }: { why: Error; to: string }) {
  useEffect(() => showErrorToast(why), [why]);
  return <Navigate to={to} replace />;
}
