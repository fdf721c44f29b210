// The cache of everything read from the server, and the one place where a failed call reaches the person at the screen.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";

interface CallMeta extends Record<string, unknown> {
  /** The screen says itself what went wrong, always or with some errors; no toast on top of it. */
  showsItsOwnErrors?: boolean | ((error: ApiError) => boolean);
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

function isShownByScreen(error: ApiError, { showsItsOwnErrors = false }: CallMeta = {}): boolean {
  return typeof showsItsOwnErrors === "function" ? showsItsOwnErrors(error) : showsItsOwnErrors;
}

const MOST_RETRIES = 2;

/** Only a server that was not there may be there in a moment; any other answer would just come again. */
function shouldRetry(failures: number, error: Error): boolean {
  const isPassing =
    error instanceof ApiError && (error.errorCode === "NOTFOUND" || [502, 503].includes(error.status));
  return isPassing && failures < MOST_RETRIES;
}

/**
 * What the browser thinks of its network doesn't matter: a call is made now, or fails now. One that waits for the network would
 * be made at a time when nobody means it any more.
 */
const networkMode = "always";

export function createQueryClient(showError: (text: string) => void): QueryClient {
  const report = (error: Error, meta: CallMeta | undefined) => {
    if (!(error instanceof ApiError) || isShownByScreen(error, meta)) return;
    const show = () => error.isMarked || showError(error.errorMessage);
    // A form that has these fields marks them now, which tells it better and goes away with the correction.
    if (Object.keys(error.fields).length > 0) setTimeout(show);
    else show();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => report(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        networkMode,
        retry: shouldRetry,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      mutations: { networkMode, retry: false },
    },
  });
}
