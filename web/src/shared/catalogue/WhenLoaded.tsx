import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { ApiError } from "@/api/error";
import { RetryScene } from "./RetryScene";

interface WhenLoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  /** In the shape of what comes. */
  placeholder: ReactNode;
  /** Where to go when there is no such thing, or not any more. What went wrong is told where all failures are told. */
  otherwise: string;
  children: (data: Data) => ReactNode;
}

/** A page about one thing: its shape while it is on its way, the thing itself, or the way back to the others. */
export function WhenLoaded<Data>({ query, placeholder, otherwise, children }: WhenLoadedProps<Data>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (!error) return placeholder;
  const isGone = error instanceof ApiError && (error.errorCode === "NOT_FOUND" || error.status === 400);
  if (isGone) return <Navigate to={otherwise} replace />;
  return <RetryScene onRetry={() => void query.refetch()} />;
}
