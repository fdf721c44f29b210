import { useId, type ComponentProps } from "react";
import type { components } from "@/api/schema.d";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";

interface DecisionButtonProps extends ComponentProps<typeof Button> {
  /** What the server would answer; null where the reader may decide. A server of the release before doesn't say. */
  refusal: components["schemas"]["DecisionRefusal"] | null | undefined;
}

/** A button of a decision that needs a second person. For anyone else it is disabled, and says why. */
export function DecisionButton({ refusal, className, ...button }: DecisionButtonProps) {
  const reasonId = useId();
  if (!refusal) return <Button {...button} className={className} />;
  return (
    <span className={cx("grid max-w-sm justify-items-start gap-1.5", className)}>
      <Button {...button} disabled aria-describedby={reasonId} />
      <span id={reasonId} className="text-start text-sm font-normal whitespace-normal text-ink-soft">
        {refusal.errorMessage}
      </span>
    </span>
  );
}
