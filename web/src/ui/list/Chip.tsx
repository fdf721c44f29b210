import type { ReactNode } from "react";
import { cx } from "@/ui/cx";

export type ChipTone = "neutral" | "brand" | "success" | "warning" | "danger";

const tones: Record<ChipTone, string> = {
  neutral: "bg-surface-quiet text-ink",
  brand: "bg-surface-tint text-ink",
  success: "bg-success-quiet text-success",
  warning: "bg-warning-quiet text-warning",
  danger: "bg-danger-quiet text-danger",
};

interface ChipProps {
  tone?: ChipTone | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** A short text on a coloured background. */
export function Chip({ tone = "neutral", children, className }: ChipProps) {
  return (
    <span
      className={cx(
        "chip inline-flex items-center gap-2 rounded-chip px-3 py-1 in-[td]:py-0 text-sm font-semibold",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/**
 * State of a record. A full dot means on, a ring means off, because colour alone is not accessible.
 */
export function StatusChip({ isOn, tone, children }: ChipProps & { isOn: boolean }) {
  return (
    <Chip tone={tone ?? (isOn ? "success" : "neutral")}>
      <span
        aria-hidden="true"
        className={cx("size-2 rounded-full border-2 border-current", isOn && "bg-current")}
      />
      {children}
    </Chip>
  );
}
