import { cx } from "@/ui/cx";

export interface ButtonLook {
  /** `primary` marks the main action of a screen. */
  variant?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  size?: "small" | "medium" | "large" | undefined;
}

export function buttonLook(
  { variant = "secondary", size = "medium" }: ButtonLook,
  ...more: (string | undefined)[]
): string {
  return cx("button", `button-${variant}`, size !== "medium" && `button-${size}`, ...more);
}
