import { cx } from "@/ui/cx";

/** Sums and chart, faded while they are not of the days that were asked for, or those days make no sense. */
export function figuresLook(isOld: boolean): string {
  return cx("figures grid gap-4 [main:has([data-refused-days])_&]:opacity-50", isOld && "opacity-50");
}
