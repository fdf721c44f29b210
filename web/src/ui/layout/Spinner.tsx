import { cx } from "@/ui/cx";

/** A spinner as large as the text. The text beside it must say what is in progress. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx("spinner inline-block", className)} />;
}
