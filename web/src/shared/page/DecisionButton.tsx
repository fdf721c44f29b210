import { useId, type ComponentProps } from "react";
import type { components } from "@/api/schema.d";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";

interface DecisionButtonProps extends ComponentProps<typeof Button> {
  /**
   * Reason for which the server would refuse this user's decision; null if they may decide. Absent
   * from servers of the previous release.
   */
  refusal: components["schemas"]["DecisionRefusal"] | null | undefined;
}

/**
 * Button for a decision that needs a second person. It is disabled for users who may not decide,
 * with the reason.
 */
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
