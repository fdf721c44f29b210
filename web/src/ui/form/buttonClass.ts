import { cx } from "@/ui/cx";

export interface ButtonStyle {
  /** `primary` marks the main action of a screen. */
  variant?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  size?: "small" | "medium" | "large" | undefined;
}

export function buttonClass(
  { variant = "secondary", size = "medium" }: ButtonStyle,
  ...more: (string | undefined)[]
): string {
  return cx("button", `button-${variant}`, size !== "medium" && `button-${size}`, ...more);
}
