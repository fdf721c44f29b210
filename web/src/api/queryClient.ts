// Cache of everything read from the server. It also shows the errors of failed changes; each page
// shows the errors of its own reads.
import { MutationCache, QueryClient } from "@tanstack/react-query";
import { createContext, RouterContextProvider } from "react-router";
import { ApiError, isTimedOut } from "@/api/error";
import { isUnreachable } from "@/api/outcome";
import { invalidate, type ReadPath } from "@/api/reading";
import { m } from "@/i18n";

/** Context in which the router's loaders find the query client. */
export const queryClientContext = createContext<QueryClient>();

/** Router options that give loaders this query client. */
export function cachedIn(client: QueryClient) {
  return { getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])) };
}

interface ChangeMeta extends Record<string, unknown> {
  /** Whether the screen shows errors itself, always or for some errors: no toast then. */
  showsItsOwnErrors?: boolean | ((error: ApiError) => boolean);
  /** API paths to invalidate after the change, with all paths below them. */
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

const MAX_RETRIES = 2;

/**
 * Stale time that keeps a component from repeating a read that the router's loader has just made.
 */
const JUST_READ_MS = 2_000;

const GATEWAY_TIMEOUT = 504;

/**
 * Whether to retry a read. Only an unreachable server may recover at once; other answers would
 * repeat. A timeout is not retried: it would double the time that the user waits.
 */
function shouldRetry(failures: number, error: Error): boolean {
  const hasTimedOut = isTimedOut(error) || (error as ApiError).status === GATEWAY_TIMEOUT;
  return isUnreachable(error) && !hasTimedOut && failures < MAX_RETRIES;
}

/**
 * Ignores the browser's own idea of being offline: calls are made or fail at once. A paused call
 * could be sent long after the user gave up on it.
 */
const networkMode = "always";

export function createQueryClient(
  showError: (text: string) => void,
  withdrawError: (text: string) => void = () => undefined,
): QueryClient {
  const report = (error: Error, meta: ChangeMeta | undefined) => {
    if (!(error instanceof ApiError) || isShownByScreen(error, meta)) return;
    const show = () => error.isMarked || showError(error.errorMessage);
    // A form with these fields marks them now, so the toast is not needed.
    if (Object.keys(error.fields).length > 0) setTimeout(show);
    else show();
  };
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => report(error, meta),
      // The server answers again, so the toasts about a lost connection are removed.
      onSuccess: () =>
        [m.common_error_connection(), m.common_error_unsure(), m.common_error_once()].forEach((text) =>
          withdrawError(text),
        ),
      // Invalidate after failures too: the change may have been made, or was refused because the
      // data is outdated. Not awaited, so the caller can continue at once.
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
