import { cx } from "@/ui/cx";

/**
 * Class names of equations and chart, which are dimmed while they are outdated or the dates are
 * invalid.
 */
export function figuresClass(isOld: boolean): string {
  return cx("figures grid gap-4 [main:has([data-refused-days])_&]:opacity-50", isOld && "opacity-50");
}
