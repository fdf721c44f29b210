import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";

interface RetrySceneProps {
  /** Why, in the server's words or in those for a server that can't be reached. */
  error: Error | null | undefined;
  onRetry: () => void;
}

/** Something could not be fetched; it may be a matter of trying again. */
export function RetryScene({ error, onRetry }: RetrySceneProps) {
  return (
    <EmptyState
      scene="went-wrong"
      title={m.catalogue_failed()}
      action={<Button onClick={onRetry}>{m.catalogue_retry()}</Button>}
      className="py-16"
    >
      {error instanceof ApiError ? error.errorMessage : m.catalogue_failed_text()}
    </EmptyState>
  );
}
