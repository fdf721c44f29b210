import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CheckState } from "./CheckState";
import { earnToken, type CaptchaPurpose } from "./earnToken";

export interface CheckProps {
  purpose: CaptchaPurpose;
  /** Whether somebody has begun to fill in the form: before that, nothing is asked of their machine. */
  isWanted: boolean;
  /** The token that the form holds. Whoever has used it up takes it away, and gets another one. */
  token: string;
  onToken: (token: string) => void;
}

/** A token is renewed while the old one is still good, so that a form never has to wait. */
const RENEWED_BEFORE_END_MS = 60_000;
const RENEWED_AT_MOST_EVERY_MS = 30_000;

function tokenQuery(challengeUrl: string, { purpose, isWanted }: CheckProps) {
  return queryOptions({
    queryKey: ["captcha", purpose],
    queryFn: ({ signal }) => earnToken(challengeUrl, purpose, signal),
    enabled: isWanted,
    staleTime: Infinity,
    // A token is good once: another form has to earn its own.
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(data.livesMs - RENEWED_BEFORE_END_MS, RENEWED_AT_MOST_EVERY_MS) : false,
    refetchIntervalInBackground: true,
    meta: { showsItsOwnErrors: true },
  });
}

/** The visitor's machine does some work by itself; the visitor only sees how it goes. */
export function AltchaCheck({ challengeUrl, ...props }: CheckProps & { challengeUrl: string }) {
  const { token, onToken, isWanted } = props;
  const { data, isFetching, isError, refetch } = useQuery(tokenQuery(challengeUrl, props));
  const earned = data?.token;
  const handedOver = useRef("");

  useEffect(() => {
    if (earned === undefined) return;
    if (earned !== handedOver.current) {
      handedOver.current = earned;
      onToken(earned);
    } else if (token === "") {
      void refetch();
    }
  }, [earned, token, onToken, refetch]);

  const isFailed = isError && !isFetching;
  const unfinished = isFailed ? "failed" : isWanted ? "checking" : "waiting";
  return <CheckState state={token === "" ? unfinished : "done"} onRetry={() => void refetch()} />;
}
