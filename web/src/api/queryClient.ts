// The cache of everything read from the server, and the one place where a failed change reaches the person at the screen. What
// couldn't be read is said by the page, in the place where it would stand.
import { MutationCache, QueryClient } from "@tanstack/react-query";
import { createContext, RouterContextProvider } from "react-router";
import { ApiError, isTimedOut } from "@/api/error";
import { invalidate, type ReadPath } from "@/api/reading";
import { m } from "@/i18n";

/** Where the router's loaders find the cache. */
export const queryClientContext = createContext<QueryClient>();

/** What a router is made with, so that its loaders find this cache. */
export function cachedIn(client: QueryClient) {
  return { getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])) };
}

interface ChangeMeta extends Record<string, unknown> {
  /** The screen says itself what went wrong, always or with some errors; no toast on top of it. */
  showsItsOwnErrors?: boolean | ((error: ApiError) => boolean);
  /** What is read anew after it, by the paths of the API: what was read under them, and below. */
  invalidates?: readonly ReadPath[];
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: Record<string, never>;
    mutationMeta: ChangeMeta;
  }
}

function isShownByScreen(error: ApiError, { showsItsOwnErrors = false }: ChangeMeta = {}): boolean {
  return typeof showsItsOwnErrors === "function" ? showsItsOwnErrors(error) : showsItsOwnErrors;
}

const MOST_RETRIES = 2;

/** What the router has read while a page's code came isn't read again when the page stands. */
const JUST_READ_MS = 2_000;

/**
 * Only a server that was not there may be there in a moment; any other answer would just come again. Behind a line that hangs
 * each further try would keep the reader waiting as long as the first.
 */
function shouldRetry(failures: number, error: Error): boolean {
  const isPassing =
    error instanceof ApiError && (error.errorCode === "NOTFOUND" || [502, 503].includes(error.status));
  return isPassing && !isTimedOut(error) && failures < MOST_RETRIES;
}

/**
 * What the browser thinks of its network doesn't matter: a call is made now, or fails now. One that waits for the network would
 * be made at a time when nobody means it any more.
 */
const networkMode = "always";

export function createQueryClient(
  showError: (text: string) => void,
  withdrawError: (text: string) => void = () => undefined,
): QueryClient {
  const report = (error: Error, meta: ChangeMeta | undefined) => {
    if (!(error instanceof ApiError) || isShownByScreen(error, meta)) return;
    const show = () => error.isMarked || showError(error.errorMessage);
    // A form that has these fields marks them now, which tells it better and goes away with the correction.
    if (Object.keys(error.fields).length > 0) setTimeout(show);
    else show();
  };
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => report(error, meta),
      // The server answers again: that it didn't is no news any more.
      onSuccess: () =>
        [m.common_error_connection(), m.common_error_unsure()].forEach((text) => withdrawError(text)),
      // However it went: perhaps it was done all the same, or refused because things are not as they were.
      // Nobody waits for it: whoever made the change goes on.
      onSettled: (_answer, _error, _variables, _result, { meta }, { client }) =>
        void (meta?.invalidates && invalidate(client, meta.invalidates)),
    }),
    defaultOptions: {
      queries: {
        networkMode,
        retry: shouldRetry,
        staleTime: JUST_READ_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      mutations: { networkMode, retry: false },
    },
  });
}
