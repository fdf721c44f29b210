import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Navigate } from "react-router";
import { ApiError } from "@/api/error";
import { toast } from "@/ui/toast";
import { RetryScene } from "./RetryScene";

interface WhenLoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** In the shape of what comes. */
  placeholder: ReactNode;
  /** Where to go when there is no such thing, or not any more. What went wrong is told where all failures are told. */
  otherwise: string;
  /** Tells on the way there what went wrong, for a query whose failures are told nowhere else. */
  isTellingWhy?: boolean;
  children: (data: Data) => ReactNode;
}

/** A page about one thing: its shape while it is on its way, the thing itself, or the way back to the others. */
export function WhenLoaded<Data>(props: WhenLoadedProps<Data>) {
  const { query, placeholder, otherwise, isTellingWhy = false, children } = props;
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (!error) return placeholder;
  const isGone = error instanceof ApiError && (error.errorCode === "NOT_FOUND" || error.status === 400);
  if (isGone && isTellingWhy) return <TellAndLeave why={error.errorMessage} to={otherwise} />;
  if (isGone) return <Navigate to={otherwise} replace />;
  return <RetryScene error={error} onRetry={() => void query.refetch()} />;
}

function TellAndLeave({ why, to }: { why: string; to: string }) {
  useEffect(() => {
    toast.error(why);
  }, [why]);
  return <Navigate to={to} replace />;
}
