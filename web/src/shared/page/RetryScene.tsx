import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { EmptyState } from "@/ui/layout/EmptyState";

interface RetrySceneProps {
  /** Error with the server's message, or the one for an unreachable server. */
  error: Error | null | undefined;
  onRetry: () => void;
}

/** Message that something could not be loaded, with a button to try again. */
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
