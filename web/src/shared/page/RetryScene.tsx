import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";

/** Something could not be fetched; it may be a matter of trying again. */
export function RetryScene({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      scene="went-wrong"
      title={m.catalogue_failed()}
      action={<Button onClick={onRetry}>{m.catalogue_retry()}</Button>}
      className="py-16"
    >
      {m.catalogue_failed_text()}
    </EmptyState>
  );
}
