import type { ComponentProps, MouseEvent } from "react";
import { buttonClass, type ButtonStyle } from "./buttonClass";
import { cx } from "@/ui/cx";
import { Spinner } from "@/ui/layout/Spinner";

type ButtonProps = ComponentProps<"button"> &
  ButtonStyle & {
    /**
     * Whether the action is in progress: the button keeps its size and focus, and ignores presses.
     */
    isBusy?: boolean | undefined;
  };

export function Button({
  variant,
  size,
  isBusy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const refuseWhileBusy = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size }, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}
      onClick={refuseWhileBusy}
    >
      <span className={cx("inline-flex items-center gap-2", isBusy && "opacity-0")}>{children}</span>
      {isBusy && <Spinner className="absolute" />}
    </button>
  );
}
