import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

/** No `aria-checked` beside it: the checkbox itself says whether it is on. */
const asSwitch = { type: "checkbox", role: "switch" } as const;

/** On or off, in force at once. What waits for a Save button is a Checkbox. */
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
