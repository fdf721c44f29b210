import type { ComponentProps } from "react";
import { buttonClass, type ButtonStyle } from "./buttonClass";
import { Icon } from "@/ui/Icon";
import type { IconName } from "@/ui/iconNames";

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> &
  Pick<ButtonStyle, "variant"> & {
    icon: IconName;
    /** Accessible name of the button, also its tooltip. */
    label: string;
  };

export function IconButton({
  icon,
  label,
  variant = "quiet",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={buttonClass({ variant }, "button-icon", className)}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}
