import { cx } from "./cx";

/** A turning ring, as large as the text around it. What is under way must be said in words beside it. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx("spinner inline-block", className)} />;
}
