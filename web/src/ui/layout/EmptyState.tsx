import type { ReactNode } from "react";
import type { SceneName } from "@/brands/brand";
import { cx } from "@/ui/cx";
import { Scene } from "./Scene";

interface EmptyStateProps {
  scene: SceneName;
  title: string;
  /** Next steps for the user. */
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: "h2" | "h3" | undefined;
  /** Sets the first line below the title in large type, because it says more than the title. */
  isReasonLarge?: boolean | undefined;
  /** Puts the picture beside the text if there is room, which keeps the element low. */
  isWide?: boolean | undefined;
  className?: string | undefined;
}

/** A message for an empty place: a picture, the reason, and what to do next. */
export function EmptyState({
  scene,
  title,
  children,
  action,
  headingLevel: Heading = "h2",
  isReasonLarge,
  isWide,
  className,
}: EmptyStateProps) {
  const centred = cx("mx-auto justify-center", isWide && "md:mx-0 md:justify-start");
  return (
    <div
      className={cx(
        "flex flex-col items-center gap-5 px-4 py-6 text-center",
        isWide && "md:flex-row md:justify-center md:gap-14 md:text-start",
        className,
      )}
    >
      <Scene name={scene} className="w-[min(320px,80%)]" />
      <div className={centred}>
        <Heading className={isReasonLarge ? "font-text text-sm text-ink-soft" : "text-xl"}>{title}</Heading>
        {children && (
          <div
            className={cx(
              "mt-2 max-w-[46ch]",
              isReasonLarge
                ? "font-display text-xl leading-tight font-title [&_.button]:font-text [&_.button]:text-base"
                : "text-ink-soft",
              centred,
            )}
          >
            {children}
          </div>
        )}
        {action && <div className={cx("mt-6 flex flex-wrap gap-3", centred)}>{action}</div>}
      </div>
    </div>
  );
}
