import { useId, type ReactNode } from "react";
import { cx } from "@/ui/cx";

interface ShowcaseBlockProps {
  title: string;
  text: string;
  /** Link to the complete list. */
  action: ReactNode;
  /** Whether the pictures are on the left. */
  isMirrored?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Section with text on one side and pictures on the other. */
export function ShowcaseBlock({ title, text, action, isMirrored, className, children }: ShowcaseBlockProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className="page grid items-center gap-x-16 gap-y-8 md:grid-cols-2">
        <div className={cx(isMirrored && "md:order-last")}>
          <h2 id={titleId} className="text-section">
            {title}
          </h2>
          <p className="mt-5 max-w-[42ch] text-lg">{text}</p>
          <div className="mt-7">{action}</div>
        </div>
        <div>{children}</div>
      </div>
    </section>
  );
}
