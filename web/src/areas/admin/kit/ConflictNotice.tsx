import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";

/** Two people have edited the same thing: the second one decides what becomes of what stands in their form. */
export function ConflictNotice({ onReload }: { onReload: (() => void) | undefined }) {
  if (!onReload) return null;
  return (
    <Notice tone="danger" className="mb-5">
      <p>{m.lists_conflict()}</p>
      <Button size="small" className="mt-3" onClick={onReload}>
        {m.lists_conflict_reload()}
      </Button>
    </Notice>
  );
}
