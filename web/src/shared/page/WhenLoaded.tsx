import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Navigate } from "react-router";
import { isGone } from "@/api/isGone";
import { RetryScene } from "./RetryScene";
import { tellError } from "./tellError";

interface WhenLoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** In the shape of what comes. */
  placeholder: ReactNode;
  /** Where to go when there is no such thing, or not any more. On the way there it is said why. */
  otherwise: string;
  children: (data: Data) => ReactNode;
}

/** A page about one thing: its shape while it is on its way, the thing itself, or the way back to the others. */
export function WhenLoaded<Data>(props: WhenLoadedProps<Data>) {
  const { query, placeholder, otherwise, children } = props;
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (!error) return placeholder;
  if (isGone(error)) return <TellAndLeave why={error} to={otherwise} />;
  return <RetryScene error={error} onRetry={() => void query.refetch()} />;
}

function TellAndLeave({ why, to }: { why: Error; to: string }) {
  useEffect(() => tellError(why), [why]);
  return <Navigate to={to} replace />;
}
