import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { CheckProps } from "./Check";
import { CheckState, openStateOf } from "./CheckState";
import { earnToken, type CaptchaPurpose, type EarnedToken } from "./earnToken";
import { useOnTokenCleared } from "./useOnTokenCleared";

interface AltchaCheckProps extends CheckProps {
  challengeUrl: string;
}

/** Tokens are renewed before they expire, so that a form never has to wait. */
const RENEWED_BEFORE_END_MS = 60_000;
const RENEWED_AT_MOST_EVERY_MS = 30_000;

/** How long a token is used before it is renewed. */
const renewAfter = (token: EarnedToken | undefined) =>
  token ? Math.max(token.livesMs - RENEWED_BEFORE_END_MS, RENEWED_AT_MOST_EVERY_MS) : undefined;

function tokenQuery(challengeUrl: string, purpose: CaptchaPurpose) {
  return queryOptions({
    queryKey: ["captcha", purpose],
    queryFn: ({ signal }) => earnToken(challengeUrl, purpose, signal),
    staleTime: ({ state }) => renewAfter(state.data) ?? Infinity,
    // A token works once, so it must not be cached for another form.
    gcTime: 0,
    refetchInterval: ({ state }) => renewAfter(state.data) ?? false,
    // A hidden tab does no work: it renews an old token when it is shown again.
    refetchOnWindowFocus: true,
  });
}

/** Solves the proof of work in the browser and shows its progress. The user does nothing. */
export function AltchaCheck({ challengeUrl, purpose, token, onToken }: AltchaCheckProps) {
  const work = useQuery(tokenQuery(challengeUrl, purpose));
  const earned = work.data?.token;
  const handOver = useEffectEvent(onToken);

  useEffect(() => {
    if (earned !== undefined) handOver(earned);
  }, [earned]);
  useOnTokenCleared(token, work.refetch);

  return <CheckState state={token === "" ? openStateOf(work) : "done"} onRetry={() => void work.refetch()} />;
}
