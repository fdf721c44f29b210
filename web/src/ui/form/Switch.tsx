import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/ui/cx";

/** No `aria-checked`: the checkbox already reports its state. */
const asSwitch = { type: "checkbox", role: "switch" } as const;

/** A setting with immediate effect. For values saved by a button, use `Checkbox`. */
export function Switch({
  label,
  className,
  ...input
}: Omit<ComponentProps<"input">, "type" | "role"> & { label: ReactNode }) {
  return (
    <label className={cx("flex min-h-11 cursor-pointer items-center gap-3", className)}>
      <input {...input} {...asSwitch} className="toggle" />
      <span>{label}</span>
    </label>
  );
}
